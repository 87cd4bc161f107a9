const schema = { properties: {} };

/*
 * Each schema is the same empty object. With the annotation, and as exports instead of properties of an object, the
 * bundler drops the schemas that nothing uses.
 */
/* @__NO_SIDE_EFFECTS__ */
function build() {
  return schema;
}

export {
  build as Array,
  build as Boolean,
  build as Enum,
  build as Integer,
  build as Literal,
  build as Null,
  build as Number,
  build as Object,
  build as Optional,
  build as Record,
  build as String,
  build as Union,
};
