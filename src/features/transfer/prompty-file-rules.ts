import { type InputSchema, mappingOf, scalarText, schemaOf } from './described-input-rules.ts'
import type { ForeignPrompt, PromptSource } from './source-rules.ts'
import { fromHandlebarsText, fromJinja } from './template-rules.ts'
import { usedVariables } from './used-variable-rules.ts'

/** Reads a Prompty file of version 1 or 2. Its inputs become blanks. Lines such as `system:` stay text. */
export function readPromptyFile(source: PromptSource): ForeignPrompt {
  const { frontMatter } = source
  const { content, nameOf } = isMustache(frontMatter.template) ? fromHandlebarsText(source) : fromJinja(source)
  const key = ['inputs', 'inputSchema'].find((name) => frontMatter[name] !== undefined) ?? 'inputs'
  const variables = usedVariables(source, key, content, nameOf, inputsOf(frontMatter[key]))
  return { content, variables, fields: creditOf(frontMatter.authors), importedKeys: [key, 'template', 'authors'] }
}

/**
 * Reads inputs, which are a mapping or a list, sometimes in `properties`. The value of an input that isn't a mapping, as
 * in `place: Rome`, is the default of its blank.
 */
function inputsOf(value: unknown): (readonly [string, InputSchema])[] {
  const { properties } = mappingOf(value)
  const inputs = typeof properties === 'object' && properties !== null ? properties : value
  const namedInputs: [string, unknown][] = Array.isArray(inputs)
    ? inputs.map((input) => [scalarText(mappingOf(input).name) ?? '', input])
    : Object.entries(mappingOf(inputs))
  // `schemaOf(…, false)`: no other part of the file says that an input is required.
  return namedInputs
    .filter(([name]) => name !== '')
    .map(([name, input]) => [
      name,
      typeof input === 'object' && input !== null ? schemaOf(input, false) : { default: input },
    ])
}

/** Tells whether `template`, a string or a mapping, names Mustache as the template language. The default is Jinja. */
function isMustache(template: unknown): boolean {
  return /"mustache"/i.test(JSON.stringify(template ?? null))
}

/** Returns the authors of a file as the `credit` of a record, or an empty object if there are none. */
export function creditOf(authors: unknown): { credit?: string } {
  const list = Array.isArray(authors) ? authors : [authors]
  const credit = list.filter((item) => typeof item === 'string' && item !== '').join(', ')
  return credit === '' ? {} : { credit }
}
