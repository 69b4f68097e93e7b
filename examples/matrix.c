// The inner loop of a matrix walks one column too far.
// options: --property bounds
// expect: FALSE(bounds)
enum { ROWS = 3, COLUMNS = 4 };

int main(void) {
    int matrix[ROWS][COLUMNS];
    int count = 0;
    for (int row = 0; row < ROWS; row++) {
        for (int column = 0; column <= COLUMNS; column++) {
            matrix[row][column] = count++;
        }
    }
    return matrix[0][0];
}
