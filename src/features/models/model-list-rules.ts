import type { OfferedModel } from './vendor-rules.ts'

/** An example of the value of a setting such as OPENAI_MODELS, for error messages. */
export const modelListExample = 'gpt-5.4=3 context=400000 usd=2.5/15, gpt-5.4-mini=1'

/** The highest price that a setting may state for an answer, in credits. */
const priceMax = 100

/**
 * Reads a setting such as OPENAI_MODELS: comma-separated entries `ID=CREDITS`, optionally with `context=TOKENS` and
 * `usd=INPUT/OUTPUT` (US dollars per million tokens). Returns the models, or `refusal`: an error message without the
 * setting's name, which the caller puts before it.
 */
export function readModelList(text: string): { models: OfferedModel[] } | { refusal: string } {
  const models: OfferedModel[] = []
  for (const entry of text.split(',').map((part) => part.trim())) {
    const model = readEntry(entry)
    if (typeof model === 'string') return { refusal: model }
    if (models.some(({ id }) => id === model.id)) return { refusal: `names ${model.id} twice` }
    models.push(model)
  }
  return { models }
}

/** Returns the model of an entry, or an error message. */
function readEntry(entry: string): OfferedModel | string {
  const [head = '', ...details] = entry.split(/\s+/)
  const [, id, price] = /^([\w.:/@-]{1,100})=(\d{1,3})$/.exec(head) ?? []
  if (!id || !price) return `has “${entry}”; an entry looks like ${modelListExample.split(',')[0]}`
  const credits = Number(price)
  if (credits < 1 || credits > priceMax) return `has ${id} at ${credits} credits; 1 to ${priceMax} are allowed`
  const model: OfferedModel = { id, price: credits, context: null, dollars: null }
  for (const detail of details) {
    const [, context] = /^context=(\d{3,9})$/.exec(detail) ?? []
    const [, input, output] = /^usd=(\d+(?:\.\d+)?)\/(\d+(?:\.\d+)?)$/.exec(detail) ?? []
    if (context) model.context = Number(context)
    else if (input && output) model.dollars = { input: Number(input), output: Number(output) }
    else return `has “${detail}” after ${id}; only context=TOKENS and usd=INPUT/OUTPUT are allowed there`
  }
  return model
}
