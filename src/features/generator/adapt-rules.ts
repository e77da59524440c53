import type { Prompt } from '#features/catalogue/contract.ts'
import type { Variable } from '#features/variables/contract.ts'
import { convertPlaceholders, findPlaceholders } from '#features/variables/placeholder-rules.ts'
import { describedVariables, fittingVariables } from '#features/variables/variable-list-rules.ts'
import { findVariables } from '#features/variables/variable-rules.ts'
import { aroundBlank, type Brief, factsOf, isForMaterial, stem, valueFor } from './fact-rules.ts'
import { withoutMaterial } from './idea-rules.ts'

/** A prompt of the catalogue that can be adapted. */
export type Source = Pick<Prompt, 'title' | 'description' | 'tags' | 'content' | 'variables' | 'language'>

/** Matches the example request with which “Act as …” prompts end, from its introduction to its closing quotation mark. */
const firstRequest =
  /(\bmy first (?:\p{L}{1,20} ){0,2}(?:request|sentence|question|topic|command|title|issue|suggestion|claim|task|message)(?: is)?:? ?)(?:["“]([^"“”]{1,600})["”]|['‘]([^\n]{1,600}?)['’](?=[.\s]|$))/iu

const fillers = new Set(
  `a an and the or of for to in on at with from by about into after before that which who whose is are be my our your this
  these please write draft make create give generate help want need would like how what some any new`.split(/\s+/),
)

/**
 * Puts what a member's idea plainly states into the blanks of a prompt, as defaults, so that it can be changed there. All
 * other blanks stay blank. An idea of which something is left over follows at the end of the text, in the member's words.
 */
export function adaptPrompt(source: Source, brief: Brief): { content: string; variables: Variable[] } {
  const written = convertPlaceholders(
    source.content,
    findPlaceholders(source.content).filter(({ isSure }) => isSure),
  )
  const values = valuesFor(written, source.variables, brief)
  const filled = withDefaults(written, values)
  const request = withRequest(filled, brief.idea)
  const content = request ?? withAdditions(filled.trim(), additionsFor(source, brief, values))
  const variables = source.variables.map((variable) =>
    values.has(variable.name) ? { ...variable, default: null } : variable,
  )
  return { content, variables: fittingVariables(content, variables) }
}

/** Returns the values for the blanks of a text, by name. Each long quoted or pasted text needs a blank of its own. */
function valuesFor(content: string, listed: Variable[], brief: Brief): Map<string, string> {
  const facts = factsOf(brief)
  const blanks = describedVariables(content, listed)
  const places = new Map(
    findVariables(content)
      .toReversed()
      .map(({ name, index, written }) => {
        const end = index + written.length
        return [
          name,
          {
            before: content.slice(Math.max(0, index - aroundBlank), index),
            after: content.slice(end, end + aroundBlank),
          },
        ]
      }),
  )
  const values = new Map<string, string>()
  for (const blank of blanks) {
    const value = isForMaterial(blank) ? null : valueFor(blank, facts, places.get(blank.name))
    if (value !== null) values.set(blank.name, value)
  }
  const [material, ...otherMaterial] = facts.material
  const [place, ...otherPlaces] = blanks.filter(isForMaterial)
  if (material && place && otherMaterial.length + otherPlaces.length === 0 && !/[{}]/.test(material))
    values.set(place.name, material)
  return values
}

function withDefaults(content: string, values: Map<string, string>): string {
  let [text, end] = ['', 0]
  for (const { name, index, written } of findVariables(content)) {
    const value = values.get(name)
    text += content.slice(end, index) + (value === undefined ? written : `{{${name}:${value}}}`)
    end = index + written.length
  }
  return text + content.slice(end)
}

/** Puts the idea in the place of the text's example request. Returns null if it has none, or the idea can't be there. */
function withRequest(content: string, idea: string): string | null {
  const match = firstRequest.exec(content)
  const words = idea.replace(/\s+/g, ' ').replace(/["“”]/g, '’').trim()
  if (!match || /[{}]/.test(words)) return null
  const [whole, introduction = ''] = match
  const isNamed = findVariables(content).some(({ name }) => name === 'request')
  const request = isNamed ? words : `{{request:${words}}}`
  return `${content.slice(0, match.index)}${introduction}"${request}"${content.slice(match.index + whole.length)}`.trim()
}

/** Adds paragraphs to a text: at its end, or before a blank for a long text that stands there alone. */
function withAdditions(text: string, additions: string[]): string {
  const [, beginning = text, material] =
    /^([\s\S]*?\S)(\n\n(?:[^\n{}]{0,60}:\n+)?\{\{[^{}]{1,200}\}\})$/.exec(text) ?? []
  return [beginning, ...additions].join('\n\n') + (material ?? '')
}

/** Returns what a text lacks of the member's wishes, as paragraphs. */
function additionsFor(source: Source, brief: Brief, values: Map<string, string>): string[] {
  const used = new Set([...values.values()])
  const { tone, audience, language } = brief
  const details = [
    ...(tone && !used.has(tone) ? [`Tone: ${tone}.`] : []),
    ...(audience && !used.has(audience) ? [`Audience: ${audience}.`] : []),
    ...(language && !used.has(language) ? [`Answer in ${language}.`] : []),
  ]
  const isComplete = leftOver(source, brief.idea, values) === 0
  const label = source.language === 'en' ? 'What I need, also where it differs from the above: ' : ''
  return [...(isComplete ? [] : [`${label}${brief.idea.trim()}`]), ...(details.length > 0 ? [details.join('\n')] : [])]
}

/** A value with more characters than this may say more than its blank asks for, so the idea follows all the same. */
const plainValueMax = 40

/** Counts the words of an idea that are neither in its plain values nor in what the catalogue says about the prompt. */
function leftOver({ title, description, tags }: Source, idea: string, values: Map<string, string>): number {
  const plain = [...values.values()].filter((value) => value.length <= plainValueMax)
  const known = new Set(wordsIn([title, description, ...tags, ...plain].join(' ')))
  return wordsIn(withoutMaterial(idea)).filter((word) => !known.has(word)).length
}

function wordsIn(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return words.filter((word) => !fillers.has(word)).map(stem)
}
