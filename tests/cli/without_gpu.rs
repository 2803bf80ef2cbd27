//! What a gamec says that was built without support for graphics processors.

use super::{FROGS, Folder};

#[test]
fn graphics_processors_are_a_matter_of_the_build() {
    let folder = Folder::new("without_gpu");
    let file = folder.file("frogs.gdl", FROGS);
    for arguments in [&["gpus"][..], &["solve", "--on", "gpu", &file]] {
        let said = folder.gamec(arguments).failed(1);
        assert!(said.contains("built without support for graphics processors"), "{said}");
        assert!(said.contains("--features gpu"), "{said}");
    }
    let ran = folder.gamec(&["solve", "--gpu", "0", &file]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(ran.stderr.starts_with("note: falling back to the CPU: "), "{}", ran.stderr);
    assert!(ran.stdout.contains("\nsolution: 8 moves\n"), "{}", ran.stdout);
}
