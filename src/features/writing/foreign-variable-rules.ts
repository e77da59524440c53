/** A variable as other catalogues write it, and the name that it would have here. */
export type ForeignVariable = { written: string; name: string; count: number }

const name = String.raw`[\p{L}_][\p{L}\p{N}_\- ]{0,39}`
const forms: [form: RegExp, isOne: (inside: string, text: string) => boolean][] = [
  [new RegExp(String.raw`\$\{(${name})(?::[^{}]*)?\}`, 'gu'), () => true],
  // Not a link, a footnote, a checkbox or an array index.
  [new RegExp(String.raw`(?<![\]\w!])\[(${name})\](?![(\[:\w])`, 'gu'), (inside) => inside.length > 1],
  [new RegExp(`<(${name})>`, 'gu'), (inside, text) => !text.includes(`</${inside}`) && !elements.has(inside)],
]
/** HTML elements that are often written without an end tag. */
const elements = new Set('br,hr,img,input,p,li,b,i,td,tr,div,span,link,meta,source,wbr,html,body,head'.split(','))
/** A text with more different matches than this is hardly a template, so nothing is offered. */
const offeredMax = 20

/**
 * Finds what looks like a variable, written `${x}`, `[X]` or `<X>`: each once, in order of first use. Ignores code such
 * as `${error.message}`, links and elements with an end tag.
 */
export function findForeignVariables(content: string): ForeignVariable[] {
  const found = new Map<string, ForeignVariable & { at: number }>()
  for (const [form, isOne] of forms) {
    for (const match of content.matchAll(form)) {
      const [written, inside = ''] = match
      if (!isOne(inside, content)) continue
      const known = found.get(written)
      if (known) known.count++
      else found.set(written, { written, name: plainName(inside), count: 1, at: match.index })
    }
  }
  const inOrder = [...found.values()].sort((one, other) => one.at - other.at)
  return inOrder.length > offeredMax ? [] : inOrder.map(({ at: _, ...variable }) => variable)
}

/** Converts these into variables: `[TOPIC]` becomes `{{topic}}`, `${x:1}` becomes `{{x:1}}`. */
export function adoptVariables(content: string, variables: ForeignVariable[]): string {
  return variables.reduce((text, { written, name }) => {
    const preset = /^\$\{[^:]*(:[^{}]*)\}$/.exec(written)?.[1] ?? ''
    return text.replaceAll(written, () => `{{${name}${preset}}}`)
  }, content)
}

/** Trims a name; one in capitals becomes lower case. */
function plainName(inside: string): string {
  const trimmed = inside.trim()
  return trimmed === trimmed.toUpperCase() ? trimmed.toLowerCase() : trimmed
}
