//! Values as trees that keep the names of their types, so that each type can be mirrored in one place.

use serde::ser::{
    self, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant,
};
use serde_json::{Map, Value};
use std::fmt;

/// A value with the names of its types.
#[derive(Clone, PartialEq)]
pub enum Node {
    /// No value.
    Nothing,
    /// Yes or no.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// Text.
    Text(String),
    /// A list or a tuple.
    List(Vec<Node>),
    /// A map.
    Entries(Vec<(String, Node)>),
    /// A struct with one unnamed field.
    Newtype(&'static str, Box<Node>),
    /// A struct with named fields.
    Struct(&'static str, Vec<(&'static str, Node)>),
    /// A variant without data: type and variant.
    Variant(&'static str, &'static str),
    /// A variant with unnamed data.
    Holding(&'static str, &'static str, Box<Node>),
    /// A variant with named fields.
    Fields(&'static str, &'static str, Vec<(&'static str, Node)>),
}

impl Node {
    /// The tree of a value.
    pub fn of(value: &impl Serialize) -> Node {
        value.serialize(Writer).expect("every value of a battle can be written")
    }

    /// The same value as JSON.
    pub fn json(&self) -> Value {
        let fields = |fields: &[(&'static str, Node)]| {
            Value::Object(fields.iter().map(|(key, value)| ((*key).to_owned(), value.json())).collect())
        };
        let tagged = |variant: &str, inner: Value| {
            let mut map = Map::new();
            map.insert(variant.to_owned(), inner);
            Value::Object(map)
        };
        match self {
            Node::Nothing => Value::Null,
            Node::Bool(b) => Value::Bool(*b),
            Node::Int(n) => Value::from(*n),
            Node::Text(s) => Value::from(s.as_str()),
            Node::List(items) => Value::Array(items.iter().map(Node::json).collect()),
            Node::Entries(items) => Value::Object(items.iter().map(|(k, v)| (k.clone(), v.json())).collect()),
            Node::Newtype(_, inner) => inner.json(),
            Node::Struct(_, all) => fields(all),
            Node::Variant(_, variant) => Value::from(*variant),
            Node::Holding(_, variant, inner) => tagged(variant, inner.json()),
            Node::Fields(_, variant, all) => tagged(variant, fields(all)),
        }
    }
}

impl fmt::Debug for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.json())
    }
}

#[derive(Debug)]
pub struct Unwritable(String);

impl fmt::Display for Unwritable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unwritable {}

impl ser::Error for Unwritable {
    fn custom<T: fmt::Display>(msg: T) -> Self {
        Unwritable(msg.to_string())
    }
}

type Written = Result<Node, Unwritable>;

#[derive(Clone, Copy)]
struct Writer;

/// What is still open: how it will be closed, and what it holds so far.
struct Open {
    as_variant: Option<(&'static str, &'static str)>,
    name: &'static str,
    items: Vec<Node>,
    fields: Vec<(&'static str, Node)>,
    entries: Vec<(String, Node)>,
    key: Option<String>,
}

impl Open {
    fn new(name: &'static str, as_variant: Option<(&'static str, &'static str)>) -> Result<Self, Unwritable> {
        let (items, fields, entries) = (Vec::new(), Vec::new(), Vec::new());
        Ok(Open { as_variant, name, items, fields, entries, key: None })
    }

    fn item<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unwritable> {
        self.items.push(value.serialize(Writer)?);
        Ok(())
    }

    fn field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), Unwritable> {
        self.fields.push((key, value.serialize(Writer)?));
        Ok(())
    }

    fn list(self) -> Written {
        let list = Node::List(self.items);
        Ok(match self.as_variant {
            Some((name, variant)) => Node::Holding(name, variant, Box::new(list)),
            None => list,
        })
    }

    fn with_fields(self) -> Written {
        Ok(match self.as_variant {
            Some((name, variant)) => Node::Fields(name, variant, self.fields),
            None => Node::Struct(self.name, self.fields),
        })
    }
}

macro_rules! whole_numbers {
    ($($method:ident: $type:ty),*) => {
        $(fn $method(self, v: $type) -> Written {
            i64::try_from(v).map(Node::Int).map_err(ser::Error::custom)
        })*
    };
}

impl ser::Serializer for Writer {
    type Ok = Node;
    type Error = Unwritable;
    type SerializeSeq = Open;
    type SerializeTuple = Open;
    type SerializeTupleStruct = Open;
    type SerializeTupleVariant = Open;
    type SerializeMap = Open;
    type SerializeStruct = Open;
    type SerializeStructVariant = Open;

    whole_numbers!(
        serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64, serialize_u8: u8,
        serialize_u16: u16, serialize_u32: u32
    );

    fn serialize_u64(self, v: u64) -> Written {
        Ok(Node::Int(v.cast_signed()))
    }

    fn serialize_bool(self, v: bool) -> Written {
        Ok(Node::Bool(v))
    }

    fn serialize_f32(self, _: f32) -> Written {
        Err(ser::Error::custom("a battle has no fractions"))
    }

    fn serialize_f64(self, _: f64) -> Written {
        Err(ser::Error::custom("a battle has no fractions"))
    }

    fn serialize_char(self, v: char) -> Written {
        Ok(Node::Text(v.to_string()))
    }

    fn serialize_str(self, v: &str) -> Written {
        Ok(Node::Text(v.to_owned()))
    }

    fn serialize_bytes(self, v: &[u8]) -> Written {
        Ok(Node::List(v.iter().map(|b| Node::Int(i64::from(*b))).collect()))
    }

    fn serialize_none(self) -> Written {
        Ok(Node::Nothing)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Written {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Written {
        Ok(Node::Nothing)
    }

    fn serialize_unit_struct(self, _: &'static str) -> Written {
        Ok(Node::Nothing)
    }

    fn serialize_unit_variant(self, name: &'static str, _: u32, variant: &'static str) -> Written {
        Ok(Node::Variant(name, variant))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, name: &'static str, value: &T) -> Written {
        Ok(Node::Newtype(name, Box::new(value.serialize(self)?)))
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Written {
        Ok(Node::Holding(name, variant, Box::new(value.serialize(self)?)))
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Open, Unwritable> {
        Open::new("", None)
    }

    fn serialize_tuple(self, _: usize) -> Result<Open, Unwritable> {
        Open::new("", None)
    }

    fn serialize_tuple_struct(self, name: &'static str, _: usize) -> Result<Open, Unwritable> {
        Open::new(name, None)
    }

    fn serialize_tuple_variant(
        self,
        name: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Open, Unwritable> {
        Open::new(name, Some((name, variant)))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Open, Unwritable> {
        Open::new("", None)
    }

    fn serialize_struct(self, name: &'static str, _: usize) -> Result<Open, Unwritable> {
        Open::new(name, None)
    }

    fn serialize_struct_variant(
        self,
        name: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Open, Unwritable> {
        Open::new(name, Some((name, variant)))
    }
}

macro_rules! lists {
    ($($part:ident: $method:ident),*) => {
        $(impl $part for Open {
            type Ok = Node;
            type Error = Unwritable;
            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unwritable> {
                self.item(value)
            }
            fn end(self) -> Written {
                self.list()
            }
        })*
    };
}

lists!(
    SerializeSeq: serialize_element, SerializeTuple: serialize_element, SerializeTupleStruct: serialize_field,
    SerializeTupleVariant: serialize_field
);

impl SerializeStruct for Open {
    type Ok = Node;
    type Error = Unwritable;
    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        key: &'static str,
        value: &T,
    ) -> Result<(), Unwritable> {
        self.field(key, value)
    }
    fn end(self) -> Written {
        self.with_fields()
    }
}

impl SerializeStructVariant for Open {
    type Ok = Node;
    type Error = Unwritable;
    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        key: &'static str,
        value: &T,
    ) -> Result<(), Unwritable> {
        self.field(key, value)
    }
    fn end(self) -> Written {
        self.with_fields()
    }
}

impl SerializeMap for Open {
    type Ok = Node;
    type Error = Unwritable;
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Unwritable> {
        self.key = match key.serialize(Writer)? {
            Node::Text(text) => Some(text),
            other => Some(other.json().to_string()),
        };
        Ok(())
    }
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unwritable> {
        let value = value.serialize(Writer)?;
        self.entries.push((self.key.take().unwrap_or_default(), value));
        Ok(())
    }
    fn end(self) -> Written {
        Ok(Node::Entries(self.entries))
    }
}
