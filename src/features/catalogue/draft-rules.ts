import { listedVariables, normalizeVariables, readVariables } from '#features/variables/variable-list-rules.ts'
import { oneLine } from '#lib/short-text.ts'
import { t } from '#lib/texts.ts'
import type { SkillFile, WrittenPrompt } from './contract.ts'
import { cleanFields, fieldDefaults, fieldErrors } from './field-rules.ts'
import { licenses } from './rules.ts'

/**
 * The values of the prompt form as typed so far, valid or not. `category` is a slug or empty, and `models` has names
 * separated by commas.
 */
export type PromptForm = Omit<WrittenPrompt, 'models'> & { category: string; models: string }

export type FormField = keyof PromptForm

const leadingFields = ['content', 'variables', 'title', 'description', 'category'] as const
/** The fields of the form, in the order in which the page shows them. */
export const formFields = [...new Set<FormField>([...leadingFields, ...(Object.keys(fieldDefaults) as FormField[])])]

export const emptyForm = formOf({ title: '', content: '', category: '', ...fieldDefaults })

/** Returns the form values for a prompt from the database or a file. `category` is a slug. */
export function formOf(prompt: WrittenPrompt & { category: string }): PromptForm {
  const variables = listedVariables(prompt.variables)
  const form = { ...prompt, variables, models: prompt.models.join(', ') }
  return Object.fromEntries(formFields.map((name) => [name, form[name]])) as PromptForm
}

/**
 * Returns the errors of a form: for each invalid field, a sentence that says what to do. Returns no errors for a valid
 * form.
 */
export function formErrors(form: PromptForm): Partial<Record<FormField, string>> {
  const { content, variables } = form
  const prompt = { ...form, models: modelsOf(form.models), variables: normalizeVariables(content, variables) }
  const errors: Partial<Record<FormField, string>> = fieldErrors(cleanFields(prompt))
  return form.category === '' ? { ...errors, category: t('Choose the category that fits best.') } : errors
}

/** Splits a comma-separated list into the names of models, each once. */
export function modelsOf(text: string): string[] {
  return [...new Set(text.split(',').map(oneLine).filter(Boolean))]
}

/**
 * Reads a form from browser storage, which may hold anything. An invalid field keeps its value from `start`. Of the
 * variables, only the valid ones are kept. The models may also be stored as a list.
 */
export function readForm(stored: unknown, start: PromptForm): PromptForm {
  const fields = Object(stored) as Record<string, unknown>
  const texts = formFields.flatMap((name) => (typeof fields[name] === 'string' ? [[name, fields[name]]] : []))
  const { tags } = fields
  return {
    ...start,
    ...Object.fromEntries(texts),
    tags: Array.isArray(tags) && tags.every((tag) => typeof tag === 'string') ? tags : start.tags,
    variables: readVariables(fields.variables ?? start.variables),
    licence: licenses.find((license) => license === fields.licence) ?? start.licence,
    skill: typeof fields.skill === 'boolean' ? fields.skill : start.skill,
    files: Array.isArray(fields.files) && fields.files.every(isFile) ? fields.files : start.files,
    ...(Array.isArray(fields.models) && {
      models: fields.models.filter((model) => typeof model === 'string').join(', '),
    }),
  }
}

function isFile(value: unknown): value is SkillFile {
  const { path, text } = Object(value) as Partial<SkillFile>
  return typeof path === 'string' && typeof text === 'string'
}
