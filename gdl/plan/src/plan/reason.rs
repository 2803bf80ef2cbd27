//! Why a layout was chosen, and what makes it small, in words.

use super::family::Family;
use super::fitting::Fitting;
use super::subject::Subject;

/// Why this family, compared with the others.
pub(super) fn reason(subject: &Subject<'_>, family: Family, fitting: &[Fitting]) -> String {
    let others = || fitting.iter().filter(|fits| fits.family != Family::Orbits);
    if family == Family::Orbits {
        let orbits = fitting.iter().find(|fits| fits.family == family);
        let best = others().min_by_key(|fits| fits.entries);
        let share = orbits.zip(best).map_or_else(String::new, |(orbits, best)| {
            format!("; {} the smallest other layout", share(orbits.entries, best.entries))
        });
        return format!("symmetric positions have one entry{share}");
    }
    let chosen = others().find(|fits| fits.family == family).map_or(0, |fits| fits.entries);
    let larger = others()
        .filter(|fits| fits.family != family && fits.entries > chosen)
        .min_by_key(|fits| fits.entries);
    let equal = others().any(|fits| fits.family != family && fits.entries == chosen);
    let mut reason = String::from("the fewest entries");
    if equal {
        reason.push_str(", and of those with equally many the fastest");
    }
    if let Some(larger) = larger {
        let share = share(chosen, larger.entries);
        reason.push_str(&format!("; {share} `{}`", larger.family.name()));
        let advantage = family.planned().advantage(subject, larger.family.planned());
        if let Some(because) = advantage {
            reason.push_str(&format!(", because {because}"));
        }
    } else if !equal {
        reason.push_str("; no other layout fits");
    }
    reason
}

/// A number as a share of a larger one.
fn share(part: u64, whole: u64) -> String {
    let (part, whole) = (u128::from(part.max(1)), u128::from(whole));
    match (100 * part + whole / 2) / whole {
        100 => "slightly fewer than".to_owned(),
        50 => "half of".to_owned(),
        percent @ 10.. => format!("{percent} % of"),
        _ => format!("1/{} of", (whole + part / 2) / part),
    }
}

/// What keeps the numbers of a family small, one sentence each.
pub(super) fn savings(subject: &Subject<'_>, family: Family) -> Vec<String> {
    let mut savings = Vec::new();
    let planned = family.planned();
    let by_zone = planned.is_by_zone();
    if by_zone && subject.zones.len() > 1 {
        savings.push(format!(
            "the board has {} zones that share no piece; they are numbered on their own",
            subject.zones.len()
        ));
    }
    for zone in subject.known.zones.iter().filter(|_| by_zone) {
        if planned.uses_sign(&zone.sign) {
            savings.extend(zone.sign.words(subject.model));
        }
        if zone.turn_sum.is_some() {
            savings.push("how far one piece is turned follows from the others".to_owned());
        }
    }
    if by_zone && subject.model.same_rotations {
        savings.push("the ring is turned so that the first piece comes first".to_owned());
        if subject.known.ring_sign.is_some() {
            savings.push("arrangements are always even, or always odd".to_owned());
        }
    }
    savings.extend(planned.saving(subject));
    if planned.leaves_out_mover()
        && subject.mover.is_some()
        && !subject.facts.tiers.key_tells_mover()
    {
        savings.push("whose turn it is follows from the position".to_owned());
    }
    let mut told: Vec<String> = Vec::new();
    savings.retain(|saving| {
        let new = !told.contains(saving);
        told.push(saving.clone());
        new
    });
    savings
}
