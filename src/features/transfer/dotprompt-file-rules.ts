import { type InputSchema, mappingOf, scalarText, schemaOf } from './described-input-rules.ts'
import type { ForeignPrompt, PromptSource } from './source-rules.ts'
import { fromHandlebarsText } from './template-rules.ts'
import { usedVariables } from './used-variable-rules.ts'

/**
 * Matches a key of Picoschema, Dotprompt's short notation for schemas: its name, `?` if it is optional, and its type
 * and description in parentheses.
 */
const picoKey = /^([A-Za-z_]\w*)(\?)?(?:\(\s*(\w+)\s*(?:,([\s\S]*))?\))?$/

/**
 * Reads a Dotprompt file that Promptarium didn't export. Its inputs, which Picoschema or JSON Schema describes, become
 * blanks.
 */
export function readDotpromptFile(source: PromptSource): ForeignPrompt {
  const { schema, default: defaultValues } = mappingOf(source.frontMatter.input)
  const defaults = mappingOf(defaultValues)
  const { content, nameOf } = fromHandlebarsText(source)
  const inputs = inputsOf(schema).map(([name, input]) => [name, { ...input, default: defaults[name] }] as const)
  const describedNames = new Set(inputs.map(([name]) => name))
  const otherInputs = Object.keys(defaults)
    .filter((name) => !describedNames.has(name))
    .map((name) => [name, { default: defaults[name] }] as const)
  return {
    content,
    variables: usedVariables(source, 'input', content, nameOf, [...inputs, ...otherInputs]),
    importedKeys: ['input'],
  }
}

function inputsOf(schema: unknown): [string, InputSchema][] {
  const { type, properties, required } = mappingOf(schema)
  if (type === 'object' || (properties !== null && typeof properties === 'object')) {
    const requiredNames = Array.isArray(required) ? required : []
    return Object.entries(mappingOf(properties)).map(([name, property]) => [
      name,
      schemaOf(property, requiredNames.includes(name)),
    ])
  }
  return Object.entries(mappingOf(schema)).flatMap(([key, value]): [string, InputSchema][] => {
    const [, name, optional, type, description] = picoKey.exec(key) ?? []
    return name === undefined
      ? []
      : [[name, { ...readPicoInput(value, type, description), required: optional === undefined }]]
  })
}

/** Reads the type and description of a field from the parentheses of its key or, without these, from its value. */
function readPicoInput(value: unknown, type: string | undefined, description: string | undefined): InputSchema {
  const words = description?.trim()
  if (type === 'enum') return { options: value, description: words }
  if (type !== undefined) return { type, description: words }
  const [, scalar = '', about] = /^(\w*)\s*(?:,([\s\S]*))?$/.exec((scalarText(value) ?? '').trim()) ?? []
  return { type: scalar, description: about?.trim() }
}
