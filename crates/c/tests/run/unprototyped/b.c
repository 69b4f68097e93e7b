int plain(int a, int b) { return a * 10 + b; }
