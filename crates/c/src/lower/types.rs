//! Layouts of objects from C types.

use crate::hir::{ArrayLength, Record, Ty, Type, Types};
use program::{Field, Layout};

use super::scalar::Scalar;

/// The layout of an object of a type; an incomplete one has no bytes.
pub(crate) fn layout_of(types: &Types, ty: Ty) -> Layout {
    if let Some(scalar) = Scalar::of(types, ty).filter(|_| *types.get(ty) != Type::VaList) {
        let size = types.size_of(ty).unwrap_or(0);
        return Layout::Scalar { ty: scalar.register_type(), size };
    }
    match types.get(ty) {
        Type::Array(element, ArrayLength::Fixed(count)) => {
            Layout::Array { element: Box::new(layout_of(types, *element)), count: *count }
        }
        Type::Record(id) => record_layout(types, types.record(*id)),
        _ => Layout::Bytes(types.size_of(ty).unwrap_or(0)),
    }
}

fn record_layout(types: &Types, record: &Record) -> Layout {
    let members = record.members.iter().flatten();
    let fields = members.map(|member| Field {
        name: member.name.clone(),
        offset: member.offset,
        layout: match member.bits {
            Some(bits) => Layout::Bytes(u64::from((bits.start + bits.width).div_ceil(8))),
            None => layout_of(types, member.ty),
        },
    });
    Layout::Record { fields: fields.collect(), size: record.size }
}
