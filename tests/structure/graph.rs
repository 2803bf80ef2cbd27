//! Who uses whom among the modules of one folder, and the cycles in it.

use super::modules::{ModulePath, Modules};
use std::collections::{BTreeMap, BTreeSet};

/// For each folder the uses between its modules, each with an example: the module that names, and
/// the module that is named.
pub(super) type Folders<'m> = BTreeMap<ModulePath, Uses<'m>>;

/// The uses between the modules of a folder, by user and used.
pub(super) type Uses<'m> = BTreeMap<(String, String), (&'m ModulePath, ModulePath)>;

/// The uses inside every folder of a crate. Each reference counts where the paths of its two
/// modules part; a module and those below it are free to use each other.
pub(super) fn folders(modules: &Modules) -> Folders<'_> {
    let mut folders = Folders::new();
    for (from, to) in modules.references() {
        let shared = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
        if let (Some(user), Some(used)) = (from.get(shared), to.get(shared)) {
            folders
                .entry(from[..shared].to_vec())
                .or_default()
                .entry((user.clone(), used.clone()))
                .or_insert((from, to));
        }
    }
    folders
}

/// The uses that lie on a cycle.
pub(super) fn on_cycles<'u>(uses: &'u Uses<'_>) -> Vec<&'u (String, String)> {
    let mut next: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (user, used) in uses.keys() {
        next.entry(user).or_default().insert(used);
    }
    let leads_back = |(user, used): &&(String, String)| {
        let mut seen = BTreeSet::from([used.as_str()]);
        let mut open = vec![used.as_str()];
        while let Some(at) = open.pop() {
            let further = next.get(at).into_iter().flatten();
            open.extend(further.copied().filter(|it| seen.insert(it)));
        }
        seen.contains(user.as_str())
    };
    uses.keys().filter(leads_back).collect()
}
