//! Where objects start in the positions of their class.
//!
//! The points-to analysis places the objects of a class such that pointers to any of them have one exact
//! offset, where it can. With an exact offset, the number of an object alone selects a cell. Where cells
//! are selected by the distance in an address, which counts from the start of the object, all objects of
//! the class must start at one position. So must fresh objects, whose numbers do not tell where they start.
//! Where that does not hold, the analysis is repeated with objects that keep their starts.

use super::layout::Layouts;
use super::objects::Objects;
use crate::points_to::{ClassId, KeptStarts, PointsTo, Site};
use program::Program;
use rustc_hash::FxHashSet;

/// How often the analysis is repeated before all objects keep their starts.
const ATTEMPTS: usize = 4;

/// The objects of a program, and where they are placed.
pub struct Placement<'a> {
    /// What pointers may point to.
    pub points_to: PointsTo<'a>,
    /// The objects.
    pub objects: Objects,
    /// The division of classes into cells.
    pub layouts: Layouts,
}

impl<'a> Placement<'a> {
    /// Places the objects of a program; `watched` tells whether lifetimes matter.
    pub fn of(program: &'a Program, watched: bool) -> Placement<'a> {
        let mut kept = FxHashSet::default();
        for _ in 0..ATTEMPTS {
            let placement = Placement::with_starts(program, watched, KeptStarts::Of(kept.clone()));
            let misplaced = placement.misplaced();
            if misplaced.is_empty() {
                return placement;
            }
            kept.extend(misplaced);
        }
        Placement::with_starts(program, watched, KeptStarts::All)
    }

    fn with_starts(program: &'a Program, watched: bool, kept: KeptStarts) -> Placement<'a> {
        let mut points_to = PointsTo::with_starts(program, kept);
        let objects = Objects::of(program, &points_to, watched);
        let layouts = Layouts::of(program, &mut points_to);
        Placement { points_to, objects, layouts }
    }

    /// The objects of classes that cannot be accessed as they are placed.
    fn misplaced(&self) -> Vec<Site> {
        let classes = self.layouts.classes().into_iter();
        let misplaced = classes.filter(|&class| self.is_misplaced(class));
        misplaced.flat_map(|class| self.points_to.sites(class)).copied().collect()
    }

    fn is_misplaced(&self, class: ClassId) -> bool {
        let sites = self.points_to.sites(class).iter();
        if sites.map(|&site| self.points_to.position(site)).all(|start| start == 0) {
            return false;
        }
        let distances_select = self.layouts.get(class).is_some_and(|layout| layout.stride > 0);
        let fresh = self.objects.in_class(class).iter().map(|&index| &self.objects.infos[index]);
        let fresh: FxHashSet<i64> =
            fresh.filter(|object| object.number.is_none()).map(|object| object.start).collect();
        distances_select || fresh.len() > 1
    }
}
