import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
import type { Prompt } from '#features/catalogue/contract.ts'
import type { Variable } from '#features/variables/contract.ts'
import { labelOf } from '#features/variables/label-rules.ts'
import { fillableSegments } from '#features/variables/placeholder-rules.ts'
import { joinFilledParts } from '#features/variables/server/join-filled-parts.ts'
import { joinChoices, valueError } from '#features/variables/value-rules.ts'
import { blanksOf } from '#features/variables/variable-rules.ts'
import { partsToCopy } from '../worksheet-rules.ts'

/** A filled-in text. `errors` has a sentence for each invalid value. */
export type Filled = { text: string; errors: string[] }

/**
 * Fills in the blanks of a prompt with the query parameters of an address. As on the worksheet, an empty blank stays
 * as it is written in the content, such as `{{name}}` or `[topic]`, even if it has a default. Throws AppError
 * validation_failed if the text would be too long.
 */
export function fillWithQuery(prompt: Pick<Prompt, 'content' | 'variables'>, query: Record<string, string[]>): Filled {
  const segments = fillableSegments(prompt.content)
  const byName = new Map(prompt.variables.map((variable) => [variable.name, variable]))
  const blanks = blanksOf(segments).map((blank): Variable => byName.get(blank.name) ?? blank)
  const values = Object.fromEntries(blanks.map(({ name }) => [name, valueIn(query, name)]))
  const errors = blanks.flatMap((variable) => {
    const error = valueError(variable, values[variable.name] ?? '')
    return error ? [`${variable.label || labelOf(variable.name)}: ${error}`] : []
  })
  return { text: joinFilledParts(partsToCopy(segments, values)), errors }
}

/** Returns the value of the blank with this name. A parameter that is repeated gives several choices. */
function valueIn(query: Record<string, string[]>, name: string): string {
  const values = Object.hasOwn(query, name) ? (query[name] ?? []) : []
  return joinChoices(values.filter(Boolean)).replaceAll('\r\n', '\n').toWellFormed()
}

const style = `:root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}body{max-width:46rem;margin:2rem auto;padding:0 1rem}
textarea{box-sizing:border-box;width:100%;min-height:60vh;padding:1rem;font:.9375rem/1.6 ui-monospace,monospace}`
const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** Returns a page with the filled-in text. Without JavaScript, the form on a prompt's page leads here. */
export function filledPage({ title, slug, language }: Prompt, { text, errors }: Filled) {
  const problems =
    errors.length === 0
      ? ''
      : html`<h2>Check these values</h2><ul>${errors.map((error) => html`<li dir="auto">${error}</li>`)}</ul>
<p>Go back to change them. Your browser keeps the others.</p>`
  const body = html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${title}, filled in</title><style>${raw(style)}</style></head>
<body><p><a href="/prompt/${slug}">Back to the prompt</a></p><h1 dir="auto">${title}</h1>${problems}
<p><label for="filled">The filled text. Select all of it and copy it.</label></p>
<textarea id="filled" readonly dir="auto" lang="${language}">
${text}</textarea></body></html>`
  return { type: 'text/html', body: String(body), policy }
}
