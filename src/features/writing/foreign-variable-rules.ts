/** A place to fill as other catalogues write it, and the name that it would have here. */
export type ForeignVariable = { written: string; name: string; count: number }

const name = String.raw`[\p{L}_][\p{L}\p{N}_\- ]{0,39}`
const forms: [form: RegExp, isOne: (inside: string, text: string) => boolean][] = [
  [new RegExp(String.raw`\$\{(${name})(?::[^{}]*)?\}`, 'gu'), () => true],
  // Not a link, a footnote, a list's box or an array.
  [new RegExp(String.raw`(?<![\]\w!])\[(${name})\](?![(\[:\w])`, 'gu'), (inside) => inside.length > 1],
  [new RegExp(`<(${name})>`, 'gu'), (inside, text) => !text.includes(`</${inside}`) && !elements.has(inside)],
]
/** Elements of HTML that stand without an end. */
const elements = new Set('br,hr,img,input,p,li,b,i,td,tr,div,span,link,meta,source,wbr,html,body,head'.split(','))
/** More than so many different ones is hardly a form to fill, but a text about something else. */
const offeredMax = 20

/**
 * What in a content looks like a place to fill, written `${x}`, `[X]` or `<X>`: each once, in order of first use. Code
 * such as `${error.message}`, links and elements with an end are left alone.
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

/** The content with these written as variables: `[TOPIC]` becomes `{{topic}}`, `${x:1}` becomes `{{x:1}}`. */
export function adoptVariables(content: string, variables: ForeignVariable[]): string {
  return variables.reduce((text, { written, name }) => {
    const preset = /^\$\{[^:]*(:[^{}]*)\}$/.exec(written)?.[1] ?? ''
    return text.replaceAll(written, () => `{{${name}${preset}}}`)
  }, content)
}

/** A name in capitals is one that shouts. */
function plainName(inside: string): string {
  const trimmed = inside.trim()
  return trimmed === trimmed.toUpperCase() ? trimmed.toLowerCase() : trimmed
}
