//! The bytes of an object.

use rustc_hash::FxHashMap;

/// Objects of at most this size store all bytes in one vector.
const DENSE_LIMIT: u64 = 1 << 20;
const PAGE: u64 = 4096;

/// The bytes of an object, some of which were never written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Content {
    /// All bytes, unless the object is large.
    dense: Vec<u8>,
    /// Which of the dense bytes were never written.
    unwritten: Unwritten,
    /// The pages of a large object that were touched.
    pages: FxHashMap<u64, Box<Page>>,
    /// Whether bytes that were never written are zero.
    zeroed: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum Unwritten {
    #[default]
    None,
    /// A bit for each byte, if there are at most 64.
    Few(u64),
    /// A bit for each byte.
    Many(Vec<u64>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Page {
    bytes: [u8; PAGE as usize],
    written: [u64; PAGE as usize / 64],
}

impl Content {
    /// Resets the content and keeps the allocated buffers.
    pub fn reset(&mut self, size: u64, zeroed: bool) {
        self.dense.clear();
        self.pages.clear();
        self.zeroed = zeroed;
        self.unwritten = Unwritten::None;
        if size > DENSE_LIMIT {
            return;
        }
        self.dense.resize(size as usize, 0);
        if !zeroed && size > 0 {
            self.unwritten = if size <= 64 {
                Unwritten::Few(u64::MAX >> (64 - size))
            } else {
                Unwritten::Many(vec![u64::MAX; size.div_ceil(64) as usize])
            };
        }
    }

    /// Frees all buffers.
    pub fn clear(&mut self) {
        if self.dense.capacity() > 256 {
            self.dense = Vec::new();
        }
        self.reset(0, true);
    }

    /// How much memory the content takes, in bytes.
    pub fn memory(&self) -> u64 {
        let bitmap = if let Unwritten::Many(bits) = &self.unwritten { bits.len() * 8 } else { 0 };
        (self.dense.len() + bitmap + self.pages.len() * size_of::<Page>()) as u64
    }

    /// Up to eight bytes as a little-endian number, if they are stored contiguously and were all
    /// written.
    #[inline]
    pub fn load(&self, offset: u64, size: usize) -> Option<u64> {
        let start = usize::try_from(offset).ok()?;
        let bytes = self.dense.get(start..start.checked_add(size)?)?;
        let is_written = match &self.unwritten {
            Unwritten::None => true,
            Unwritten::Few(bits) => bits >> start & few(size) == 0,
            Unwritten::Many(bits) => {
                (start..start + size).all(|at| bits[at / 64] >> (at % 64) & 1 == 0)
            }
        };
        if !is_written {
            return None;
        }
        Some(match *bytes {
            [a] => u64::from(a),
            [a, b] => u64::from(u16::from_le_bytes([a, b])),
            [a, b, c, d] => u64::from(u32::from_le_bytes([a, b, c, d])),
            [a, b, c, d, e, f, g, h] => u64::from_le_bytes([a, b, c, d, e, f, g, h]),
            _ => bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)),
        })
    }

    /// Writes up to eight bytes if they are stored contiguously; returns whether they are.
    #[inline]
    pub fn store(&mut self, offset: u64, size: usize, word: u64) -> bool {
        let Ok(start) = usize::try_from(offset) else { return false };
        let Some(bytes) = self.dense.get_mut(start..start.saturating_add(size)) else {
            return false;
        };
        match &mut self.unwritten {
            Unwritten::None => {}
            Unwritten::Few(bits) => {
                *bits &= !(few(size) << start);
                if *bits == 0 {
                    self.unwritten = Unwritten::None;
                }
            }
            Unwritten::Many(bits) => {
                for at in start..start + size {
                    bits[at / 64] &= !(1 << (at % 64));
                }
            }
        }
        bytes.copy_from_slice(&word.to_le_bytes()[..size]);
        true
    }

    /// A byte, unless it was never written.
    pub fn byte(&self, offset: u64) -> Option<u8> {
        if let Some(&byte) = self.dense.get(offset as usize) {
            let at = offset as usize;
            let unwritten = match &self.unwritten {
                Unwritten::None => false,
                Unwritten::Few(bits) => bits >> at & 1 == 1,
                Unwritten::Many(bits) => bits[at / 64] >> (at % 64) & 1 == 1,
            };
            return (!unwritten).then_some(byte);
        }
        let at = (offset % PAGE) as usize;
        match self.pages.get(&(offset / PAGE)) {
            Some(page) if page.written[at / 64] >> (at % 64) & 1 == 1 => Some(page.bytes[at]),
            _ => self.zeroed.then_some(0),
        }
    }

    /// Writes a byte inside the object; returns the memory that this took.
    pub fn set_byte(&mut self, offset: u64, byte: u8) -> u64 {
        if self.store(offset, 1, u64::from(byte)) {
            return 0;
        }
        let pages = self.pages.len();
        let page = self.pages.entry(offset / PAGE).or_insert_with(|| {
            let (bytes, written) = ([0; PAGE as usize], [0; PAGE as usize / 64]);
            Box::new(Page { bytes, written })
        });
        let at = (offset % PAGE) as usize;
        page.bytes[at] = byte;
        page.written[at / 64] |= 1 << (at % 64);
        ((self.pages.len() - pages) * size_of::<Page>()) as u64
    }

    /// The ranges of bytes that may contain nonzero values.
    pub fn stretches(&self) -> impl Iterator<Item = &[u8]> {
        let pages = self.pages.values().map(|page| &page.bytes[..]);
        std::iter::once(&self.dense[..]).chain(pages)
    }
}

/// A bit for each of up to eight bytes.
fn few(size: usize) -> u64 {
    (1 << size) - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn content(size: u64, zeroed: bool) -> Content {
        let mut content = Content::default();
        content.reset(size, zeroed);
        content
    }

    #[test]
    fn bytes_are_unwritten_until_they_are_written() {
        for size in [4, 64, 65, 1000, DENSE_LIMIT + 1] {
            let mut content = content(size, false);
            assert_eq!(content.byte(size - 1), None);
            assert_eq!(content.load(0, 4), None);
            content.set_byte(size - 1, 7);
            assert_eq!(content.byte(size - 1), Some(7), "{size}");
            assert_eq!(content.byte(size - 2), None);
        }
    }

    #[test]
    fn words_are_little_endian() {
        let mut content = content(16, false);
        assert!(content.store(3, 4, 0x0403_0201));
        assert_eq!(content.load(3, 4), Some(0x0403_0201));
        assert_eq!(content.load(4, 3), Some(0x04_0302));
        assert_eq!(content.byte(3), Some(1));
        assert_eq!(content.load(2, 4), None);
        assert_eq!(content.load(14, 4), None);
        assert!(!content.store(14, 4, 0));
    }

    #[test]
    fn zeroed_bytes_are_written() {
        for size in [8, 100, DENSE_LIMIT + 1] {
            assert_eq!(content(size, true).byte(size - 1), Some(0));
        }
    }

    #[test]
    fn large_objects_take_little_memory() {
        let mut content = content(1 << 40, false);
        content.set_byte(1 << 39, 1);
        assert!(content.memory() < 10_000);
        assert_eq!(content.stretches().count(), 2);
    }
}
