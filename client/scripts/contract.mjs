// Makes the types of what the server says from its schema: `npm run contract`. With --check it only compares.
import { readFileSync, writeFileSync } from 'node:fs';
import { compile } from 'json-schema-to-typescript';

const folder = new URL('../src/lib/protocol/', import.meta.url);
const schema = JSON.parse(readFileSync(new URL('schema.json', folder), 'utf8'));
const banner = '// What the server says. Made from schema.json by `npm run contract`; do not edit.';
const made = await compile(schema, 'Contract', {
  additionalProperties: false,
  bannerComment: banner,
  format: false,
  unknownAny: true,
  unreachableDefinitions: true,
});
const file = new URL('contract.ts', folder);
if (!process.argv.includes('--check')) {
  writeFileSync(file, made);
} else if (readFileSync(file, 'utf8') !== made) {
  console.error('src/lib/protocol/contract.ts is out of date: npm run contract');
  process.exit(1);
}
