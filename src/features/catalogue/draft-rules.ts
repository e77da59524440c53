import { type Licence, licences, promptLimits, standardLicence } from './rules.ts'
import { oneLine, plainTag, refusalOfContent, refusalOfLine } from './text-rules.ts'

/** The values of the prompt form: whatever has been typed so far. */
export type PromptForm = {
  title: string
  description: string
  content: string
  /** A slug; empty while none is chosen. */
  category: string
  tags: string[]
  licence: Licence
  /** Names with commas between them. */
  models: string
}

export type FormField = keyof PromptForm
export const formFields = ['title', 'content', 'description', 'category', 'tags', 'licence', 'models'] as const

export const emptyForm: PromptForm = {
  title: '',
  description: '',
  content: '',
  category: '',
  tags: [],
  licence: standardLicence,
  models: '',
}

/** The errors of a form: for each invalid field a sentence that says what to do. Empty for a valid form. */
export function refusalsOf(form: PromptForm): Partial<Record<FormField, string>> {
  const { titleMin, titleMax, descriptionMax, tagsMax, modelsMax, modelMax } = promptLimits
  const models = modelsOf(form.models)
  const errors: Record<FormField, string | null | undefined> = {
    title: refusalOfLine(oneLine(form.title), 'title', { min: titleMin, max: titleMax }),
    description: refusalOfLine(oneLine(form.description), 'description', { min: 0, max: descriptionMax }),
    content: refusalOfContent(form.content),
    category: form.category === '' ? 'Choose the category that fits best.' : null,
    tags: form.tags.length > tagsMax ? `${tagsMax} tags are the most.` : form.tags.map(refusalOfTag).find(Boolean),
    licence: null,
    models:
      models.length > modelsMax
        ? `${modelsMax} models are the most.`
        : models.map((model) => refusalOfLine(model, 'model', { min: 1, max: modelMax })).find(Boolean),
  }
  return Object.fromEntries(Object.entries(errors).filter(([, refusal]) => refusal))
}

/** Explains why a word can't be a tag. Null for a valid tag. */
export function refusalOfTag(tag: string): string | null {
  const { tagMin, tagMax } = promptLimits
  return refusalOfLine(plainTag(tag), 'tag', { min: tagMin, max: tagMax })
}

/** Splits a comma-separated list into names, without duplicates. */
export function modelsOf(text: string): string[] {
  return [...new Set(text.split(',').map(oneLine).filter(Boolean))]
}

/** Reads a form from browser storage, which may hold anything. Invalid fields keep their value in `start`. */
export function readForm(stored: unknown, start: PromptForm): PromptForm {
  const fields = Object(stored) as Record<string, unknown>
  const text = (name: FormField) => (typeof fields[name] === 'string' ? fields[name] : (start[name] as string))
  const { tags } = fields
  return {
    title: text('title'),
    description: text('description'),
    content: text('content'),
    category: text('category'),
    tags: Array.isArray(tags) && tags.every((tag) => typeof tag === 'string') ? tags : start.tags,
    licence: licences.find((licence) => licence === fields.licence) ?? start.licence,
    models: Array.isArray(fields.models)
      ? fields.models.filter((model) => typeof model === 'string').join(', ')
      : text('models'),
  }
}
