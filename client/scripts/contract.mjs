// Makes the types of what the server says from its schema: `npm run contract`. With --check it only compares.
import { readFileSync, writeFileSync } from 'node:fs';
import { compile } from 'json-schema-to-typescript';

const folder = new URL('../src/lib/protocol/', import.meta.url);
const { $defs } = JSON.parse(readFileSync(new URL('schema.json', folder), 'utf8'));
const banner = '// What the server says. Made from schema.json by `npm run contract`; do not edit.';
const refersTo = (schema) => schema.$ref.split('/').at(-1);
const isBySide = (name) => /^BySide\d*$/.test(name);
const NUMBERS = { integer: 'number', number: 'number', string: 'string', boolean: 'boolean' };

/** One value for each side: the type of the values. */
function bySide(schema) {
  const side = schema.properties.red;
  const values = side.$ref ? refersTo(side) : (NUMBERS[side.type] ?? (side.anyOf ? `${refersTo(side.anyOf[0])} | null` : 'unknown'));
  return { tsType: `BySide<${values}>` };
}

const each = (map) => Object.fromEntries(Object.entries(map).map(([name, schema]) => [name, plain(schema)]));

/** The same schema as the compiler understands it: a reference stands by itself, so that a type is made once. */
function plain(schema) {
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $ref, prefixItems, ...rest } = schema;
  for (const list of ['oneOf', 'anyOf', 'allOf']) if (rest[list]) rest[list] = rest[list].map(plain);
  if (rest.properties) rest.properties = each(rest.properties);
  if (rest.items) rest.items = plain(rest.items);
  if (prefixItems) rest.items = prefixItems.map(plain);
  const { description, default: usual, ...shape } = rest;
  if (!$ref) return Object.keys(shape).length > 0 ? rest : { ...rest, tsType: 'unknown' };
  const name = refersTo({ $ref });
  const itself = isBySide(name) ? bySide($defs[name]) : { $ref: `#/definitions/${name}` };
  return Object.keys(shape).length > 0 ? { allOf: [itself, shape] } : itself;
}

const definitions = each(Object.fromEntries(Object.entries($defs).filter(([name]) => !isBySide(name))));
const made = await compile({ title: 'Contract', type: 'object', definitions }, 'Contract', {
  additionalProperties: false,
  bannerComment: `${banner}\n\nexport type BySide<T> = Record<Side, T>;`,
  style: { singleQuote: true, printWidth: 140 },
  unreachableDefinitions: true,
});
// What belongs to no type: the empty root, and a remark on every type that no other refers to.
const tidy = made.replace(/export interface Contract \{\s*\}\n/, '').replace(/^ \* This interface was referenced by[\s\S]*?via the `definition` "\w+"\.\n/gm, '').replace(/^ \* *\n \*\/$/gm, ' */').replace(/\/\*\*\n \*\/\n/g, '');
const file = new URL('contract.ts', folder);
if (!process.argv.includes('--check')) {
  writeFileSync(file, tidy);
} else if (readFileSync(file, 'utf8') !== tidy) {
  console.error('src/lib/protocol/contract.ts is out of date: npm run contract');
  process.exit(1);
}
