import type { Violation } from './source.ts'

const rule = 'Names use the terms of the field'

/** Words that must not be used in names, each with the term that an engineer expects instead. */
const retired: Record<string, string> = {
  desk: 'form, editor or tool',
  stage: 'context',
  shelf: 'section',
  shelves: 'sections',
  whisker: 'interval bar',
  rack: 'list',
  corner: 'menu',
  room: 'server or web',
  door: 'contract',
  law: 'rule or invariant',
  said: 'message, response or output',
  wish: 'input',
  told: 'notified or received',
  owed: 'required or due',
  kept: 'stored, cached or restored',
  wished: 'requested',
  beginnings: 'links or first steps',
  retally: 'store',
  fate: 'state',
  fates: 'states',
  chan: 'field',
  tattling: 'quoting',
  fold: 'aggregate or collapse',
  folded: 'aggregated or collapsed',
  heat: 'trending score',
  lot: 'grant',
  lots: 'grants',
  world: 'test site',
  acts: 'audit entries or actions',
  asked: 'questions, requests or received',
  wanted: 'selected or searched',
  begun: 'startedAt',
  stranger: 'other member',
  leaver: 'leaving member',
}

/**
 * Checks file names and the names that files declare, in the product and its tests. `files` maps each path to the text
 * of its file.
 */
export function checkRetiredWords(files: Map<string, string>): Violation[] {
  return [...files].flatMap(([path, text]) => {
    if (!/^(src|test|lab)\/.*\.tsx?$/.test(path)) return []
    const fileName = path.slice(path.lastIndexOf('/') + 1)
    return [
      ...checkName(fileName, path, 1),
      ...text.split('\n').flatMap((line, index) => {
        const declared = /^\s*(?:export )?(?:async )?(?:type|interface|function|const|let|class) (\w+)/.exec(line)?.[1]
        return declared ? checkName(declared, path, index + 1) : []
      }),
    ]
  })
}

function checkName(name: string, path: string, line: number): Violation[] {
  const words = name.split(/(?=[A-Z])|[^A-Za-z]+/).map((word) => word.toLowerCase())
  const retiredWord = words.find((word) => Object.hasOwn(retired, word))
  if (!retiredWord) return []
  return [
    {
      path,
      line,
      rule,
      message: `"${name}": use ${retired[retiredWord]} instead of ${retiredWord}.`,
    },
  ]
}
