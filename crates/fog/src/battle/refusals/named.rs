//! Which battle groups, bases and commanders a message names: found by their types, so that no message is forgotten.

use crate::battle::world::{BaseId, CommanderId, GroupId};
use serde::Serialize;
use serde::ser::{
    Error as _, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant, Serializer,
};

/// What a message names.
#[derive(Debug, Default)]
pub struct Named {
    pub groups: Vec<GroupId>,
    pub bases: Vec<BaseId>,
    pub commanders: Vec<CommanderId>,
    /// The number read last.
    last: u16,
}

/// What a message names.
pub fn named(message: &impl Serialize) -> Named {
    let mut named = Named::default();
    // Nothing here fails: other values are skipped.
    match message.serialize(&mut named) {
        Ok(()) | Err(_) => named,
    }
}

type Read = Result<(), std::fmt::Error>;

/// Skips values of these types.
macro_rules! pass_over {
    ($($name:ident: $type:ty),*) => { $(fn $name(self, _: $type) -> Read { Ok(()) })* };
}

impl Serializer for &mut Named {
    type Ok = ();
    type Error = std::fmt::Error;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    pass_over!(serialize_bool: bool, serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64);
    pass_over!(serialize_u32: u32, serialize_u64: u64, serialize_f32: f32, serialize_f64: f64, serialize_char: char);
    pass_over!(serialize_str: &str, serialize_bytes: &[u8], serialize_unit_struct: &'static str);

    fn serialize_u8(self, number: u8) -> Read {
        self.last = u16::from(number);
        Ok(())
    }

    fn serialize_u16(self, number: u16) -> Read {
        self.last = number;
        Ok(())
    }

    fn serialize_newtype_struct<T: ?Sized + Serialize>(self, name: &'static str, value: &T) -> Read {
        value.serialize(&mut *self)?;
        match name {
            "GroupId" => self.groups.push(GroupId(self.last)),
            "BaseId" => self.bases.push(BaseId(self.last)),
            "CommanderId" => {
                self.commanders.push(CommanderId(u8::try_from(self.last).map_err(Self::Error::custom)?));
            }
            _ => {}
        }
        Ok(())
    }

    fn serialize_newtype_variant<T: ?Sized + Serialize>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        value: &T,
    ) -> Read {
        value.serialize(self)
    }

    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Read {
        value.serialize(self)
    }

    fn serialize_none(self) -> Read {
        Ok(())
    }

    fn serialize_unit(self) -> Read {
        Ok(())
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, _: &'static str) -> Read {
        Ok(())
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Self, Self::Error> {
        Ok(self)
    }

    fn serialize_tuple(self, _: usize) -> Result<Self, Self::Error> {
        Ok(self)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self, Self::Error> {
        Ok(self)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self, Self::Error> {
        Ok(self)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self, Self::Error> {
        Ok(self)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, Self::Error> {
        Ok(self)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self, Self::Error> {
        Ok(self)
    }
}

/// Goes into the parts of a list.
macro_rules! go_in {
    ($($of:ident: $part:ident),*) => { $(
        impl $of for &mut Named {
            type Ok = ();
            type Error = std::fmt::Error;
            fn $part<T: ?Sized + Serialize>(&mut self, value: &T) -> Read { value.serialize(&mut **self) }
            fn end(self) -> Read { Ok(()) }
        }
    )* };
}

/// Goes into the fields of a record.
macro_rules! go_into_fields {
    ($($of:ident),*) => { $(
        impl $of for &mut Named {
            type Ok = ();
            type Error = std::fmt::Error;
            fn serialize_field<T: ?Sized + Serialize>(&mut self, _: &'static str, value: &T) -> Read {
                value.serialize(&mut **self)
            }
            fn end(self) -> Read { Ok(()) }
        }
    )* };
}

go_in!(SerializeSeq: serialize_element, SerializeTuple: serialize_element);
go_in!(SerializeTupleStruct: serialize_field, SerializeTupleVariant: serialize_field);
go_into_fields!(SerializeStruct, SerializeStructVariant);

impl SerializeMap for &mut Named {
    type Ok = ();
    type Error = std::fmt::Error;

    fn serialize_key<T: ?Sized + Serialize>(&mut self, key: &T) -> Read {
        key.serialize(&mut **self)
    }

    fn serialize_value<T: ?Sized + Serialize>(&mut self, value: &T) -> Read {
        value.serialize(&mut **self)
    }

    fn end(self) -> Read {
        Ok(())
    }
}
