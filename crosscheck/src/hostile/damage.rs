//! Databases that somebody has tampered with.

use std::io;
use std::path::Path;

/// Bytes of a header before its tables, and of a table.
const FIXED: usize = 80;
const TABLE: usize = 12;
const HASH: usize = blake3::OUT_LEN;

/// The bytes of a database after what a case does to it. Its first line names a file, each other
/// one is
///
/// - `truncate LENGTH`, `append HEX`, `byte AT HEX`: as it says;
/// - `replace OLD NEW`: in the text about the database, with all lengths and checksums as they
///   should be;
/// - `seal`: the length of the file and all checksums as they should be.
///
/// # Errors
/// If the case makes no sense.
pub(super) fn damaged(folder: &Path, case: &str) -> io::Result<Vec<u8>> {
    let mut lines = case.lines();
    let mut bytes = std::fs::read(folder.join(lines.next().unwrap_or_default()))?;
    for line in lines {
        let wrong = || io::Error::other(format!("what is `{line}`?"));
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "truncate" => bytes.truncate(rest.parse().map_err(|_| wrong())?),
            "append" => bytes.extend(hex(rest).ok_or_else(wrong)?),
            "byte" => {
                let (at, value) = rest.split_once(' ').ok_or_else(wrong)?;
                let at: usize = at.parse().map_err(|_| wrong())?;
                let value = hex(value).ok_or_else(wrong)?;
                *bytes.get_mut(at).ok_or_else(wrong)? = *value.first().ok_or_else(wrong)?;
            }
            "replace" => bytes = replaced(&bytes, rest).ok_or_else(wrong)?,
            "seal" => seal(&mut bytes).ok_or_else(wrong)?,
            _ => return Err(wrong()),
        }
    }
    Ok(bytes)
}

fn hex(text: &str) -> Option<Vec<u8>> {
    let digits = text.as_bytes().chunks(2);
    digits.map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()).collect()
}

fn number(bytes: &[u8], at: usize) -> Option<usize> {
    let four: [u8; 4] = bytes.get(at..at + 4)?.try_into().ok()?;
    usize::try_from(u32::from_le_bytes(four)).ok()
}

/// The database with something else in its text. What is replaced and what it becomes are the two
/// halves of the words, which are equally many.
fn replaced(bytes: &[u8], what: &str) -> Option<Vec<u8>> {
    let tables = number(bytes, 40)?;
    let first = FIXED + tables * TABLE;
    let text = bytes.get(first..first + number(bytes, 44)?)?;
    let text = std::str::from_utf8(text).ok()?;
    let words: Vec<&str> = what.split(' ').collect();
    let (old, new) = words.split_at(words.len() / 2);
    let (old, new) = (old.join(" "), new.join(" "));
    if !text.contains(&old) {
        return None;
    }
    let about = text.replacen(&old, &new, 1);
    let rest = bytes.get(first + text.len() + HASH..)?;
    let mut changed = bytes[..first].to_vec();
    changed.extend(about.as_bytes());
    changed.extend([0; HASH]);
    let header = u32::try_from(changed.len() - 8).ok()?;
    changed.extend(rest);
    changed[4..8].copy_from_slice(&header.to_le_bytes());
    changed[44..48].copy_from_slice(&u32::try_from(about.len()).ok()?.to_le_bytes());
    seal(&mut changed)?;
    Some(changed)
}

/// Puts the length and the checksums in their places, by the table in `docs/database.md`.
fn seal(bytes: &mut [u8]) -> Option<()> {
    let length = bytes.len();
    let frames = number(bytes, length.checked_sub(9)?)?;
    let index = length.checked_sub(frames.checked_mul(12)?.checked_add(17)?)?;
    let hashed = number(bytes, 4)?.checked_add(8)?.checked_sub(HASH)?;
    if hashed < FIXED || hashed + HASH > index {
        return None;
    }
    let index_hash = blake3::hash(&bytes[index..]);
    bytes[24..32].copy_from_slice(&(length as u64).to_le_bytes());
    bytes[48..80].copy_from_slice(index_hash.as_bytes());
    let hash = blake3::hash(&bytes[..hashed]);
    bytes[hashed..hashed + HASH].copy_from_slice(hash.as_bytes());
    Some(())
}
