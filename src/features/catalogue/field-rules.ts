import { variablesError } from '#features/variables/variable-list-rules.ts'
import { type LineLimits, type LineName, lineError, oneLine } from '#lib/short-text.ts'
import { t } from '#lib/texts.ts'
import type { WrittenPrompt } from './contract.ts'
import { licenses, promptLimits, standardLicense } from './rules.ts'
import { skillFilesError, sortSkillFiles } from './skill-rules.ts'
import { contentError, plainTag } from './text-rules.ts'

/**
 * The rule of a field: `clean` returns a value in the form in which it is stored, and `error` says in a sentence why a
 * cleaned value can't be stored. `default`: the value if an author leaves the field out.
 */
export type FieldRule<Value> = {
  clean: (value: Value) => Value
  error: (value: Value, prompt: Pick<WrittenPrompt, 'content'>) => string | null
  default?: Value
}
export type LineRule = FieldRule<string> & { limits: LineLimits }
export type ListRule = FieldRule<string[]> & { item: LineRule; max: number; tooMany: () => string; default: string[] }

/** The rule of a text on one line. Sentences call the text `name`. */
export function lineRule(name: LineName, limits: LineLimits, clean: (text: string) => string = oneLine): LineRule {
  return { limits, clean, error: (text) => lineError(text, name, limits) }
}

/** The rule of a list of short texts, each once. */
function listRule(item: LineRule, { max, tooMany }: { max: number; tooMany: () => string }): ListRule {
  return {
    item,
    max,
    tooMany,
    clean: (texts) => [...new Set(texts.map(item.clean))],
    error: (texts, prompt) =>
      texts.length > max ? tooMany() : (texts.map((text) => item.error(text, prompt)).find(Boolean) ?? null),
    default: [],
  }
}

const { titleMin, titleMax, descriptionMax, tagsMax, tagMin, tagMax, modelsMax, modelMax } = promptLimits

/**
 * The rules of a prompt's fields, the optional ones in the order in which the form shows them. The API, the form, both imports and the starter prompts use them, so that none can
 * store what another refuses.
 */
export const fieldRules = {
  title: lineRule('title', { min: titleMin, max: titleMax }),
  description: { ...lineRule('description', { min: 0, max: descriptionMax }), default: '' },
  content: { clean: (text: string) => text, error: contentError },
  tags: listRule(lineRule('tag', { min: tagMin, max: tagMax }, plainTag), {
    max: tagsMax,
    tooMany: () => t('Use at most {tagsMax} tags.', { tagsMax }),
  }),
  licence: {
    clean: (license) => license,
    error: (license) =>
      licenses.includes(license)
        ? null
        : t('Use one of these licenses: {licenses}.', { licenses: licenses.join(', ') }),
    default: standardLicense,
  },
  models: listRule(lineRule('model', { min: 1, max: modelMax }), {
    max: modelsMax,
    tooMany: () => t('Use at most {modelsMax} models.', { modelsMax }),
  }),
  skill: { clean: (skill) => skill, error: () => null, default: false },
  files: { clean: sortSkillFiles, error: skillFilesError, default: [] },
  variables: {
    clean: (variables) => variables,
    error: (variables, { content }) => variablesError(content, variables),
    default: [],
  },
} satisfies Rules & { [Name in OptionalField]: { default: WrittenPrompt[Name] } }

type Rules = { [Name in keyof WrittenPrompt]: FieldRule<WrittenPrompt[Name]> }
type OptionalField = Exclude<keyof WrittenPrompt, 'title' | 'content'>
const rules: Rules = fieldRules
const fieldNames = Object.keys(fieldRules) as (keyof WrittenPrompt)[]

/** The values of the fields that an author leaves out, in the order of `fieldRules`. */
export const fieldDefaults = Object.fromEntries(
  fieldNames.flatMap((name) => ('default' in rules[name] ? [[name, rules[name].default]] : [])),
) as Pick<WrittenPrompt, OptionalField>

/** Returns the fields of a prompt in the form in which they are stored. */
export function cleanFields(prompt: WrittenPrompt): WrittenPrompt {
  const cleaned = <Name extends keyof WrittenPrompt>(name: Name) => [name, rules[name].clean(prompt[name])]
  return Object.fromEntries(fieldNames.map(cleaned)) as WrittenPrompt
}

/** Returns a sentence for each cleaned field that can't be stored. It says what to do. */
export function fieldErrors(prompt: WrittenPrompt): Partial<Record<keyof WrittenPrompt, string>> {
  const errorOf = <Name extends keyof WrittenPrompt>(name: Name) => [name, rules[name].error(prompt[name], prompt)]
  return Object.fromEntries(fieldNames.map(errorOf).filter(([, error]) => error))
}

/** Returns the first error of a prompt's fields, or null if all can be stored. */
export function firstFieldError(prompt: WrittenPrompt): string | null {
  return Object.values(fieldErrors(prompt))[0] ?? null
}
