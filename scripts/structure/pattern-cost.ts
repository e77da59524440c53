import { createContext, Script } from 'node:vm'
import { type AST, RegExpParser } from '@eslint-community/regexpp'
import { analyse } from 'scslre'

/** A pattern as JavaScript has it: `source` and `flags`. */
export type Pattern = { source: string; flags: string }

/** The lengths of the texts that a pattern is tried on, in characters. A longer one only if the shorter ones
 * call for it. */
const lengths = { shortest: 100, short: 2_000, long: 40_000 }
/** Milliseconds for these texts. A linear pattern needs less than a fifth of the long one's. */
const limits = { short: 0.15, long: 30 }
const stoppedAfter = 1_000
/** A pattern is slow if it was in each of these attempts: garbage collection and other threads count in one. */
const attempts = [1, 2, 3]
/** Characters that a class in a pattern may stand for, besides those written in the pattern. */
const characters = [...'aA1 -_.,:"\'\\{}[]()<>$|/*#~`\n\té—…漢\u0301']
/** What may end a text so that a match fails late. */
const ends = ['', '\u0001', '\n\u0001']
/** How many characters and alternatives are tried for one place of a pattern, and how many parts are repeated together. */
const variantsMax = 6
const partsMax = 5

/**
 * Says why matching a pattern takes more than linear time, or returns null. Two judges: scslre, which reads the
 * pattern, and V8, which runs it on repetitions of the pattern's own parts. scslre knows nothing of lookaheads and of
 * quantifiers with something between them.
 */
export function slownessOf(pattern: Pattern): string | null {
  const [report] = analyse(pattern, { reportTypes: { Move: true } }).reports
  if (report) return `${report.exponential ? 'exponential' : 'polynomial'}: ${describe(pattern, report)}`
  const slow = slowTextOf(pattern)
  return slow === null ? null : `polynomial on repetitions of ${JSON.stringify(slow)}`
}

function describe({ source }: Pattern, report: ReturnType<typeof analyse>['reports'][number]): string {
  const at = ({ start, end }: { start: number; end: number }) => source.slice(start, end)
  if (report.type === 'Trade')
    return `${at(report.startQuant)} and ${at(report.endQuant)} can share characters in many ways`
  if (report.type === 'Self') return `${at(report.quant)} can match the same characters in many ways`
  return `${at(report.quant)} is tried again from each character`
}

/** Returns the part whose repetition V8 needs too long for, or null. */
function slowTextOf({ source, flags }: Pattern): string | null {
  const pattern = new RegExp(source, flags)
  const tried = new Set<string>()
  for (const { before, part } of repetitionsOf({ source, flags }))
    for (const end of ends) {
      const attempt = `${before}\0${part}\0${end}`
      if (part === '' || tried.has(attempt)) continue
      tried.add(attempt)
      const textOf = (length: number) => before + part.repeat(Math.ceil(length / part.length)) + end
      const isQuick = (length: number) => attempts.some(() => durationOf(pattern, textOf(length)) < limits.short)
      if (isQuick(lengths.shortest) && isQuick(lengths.short)) continue
      const long = textOf(lengths.long)
      if (attempts.every(() => cpuTimeOf(pattern, long) > limits.long)) return part
    }
  return null
}

/** The milliseconds that all matches in a text take. CPU time is too coarse for so little. */
function durationOf(pattern: RegExp, text: string): number {
  const start = performance.now()
  text.replace(pattern, '')
  return performance.now() - start
}

const context = createContext({ pattern: /(?:)/, text: '' })
const script = new Script("text.replace(pattern, '')")

/** The milliseconds of CPU that all matches in a text take, which are stopped after a while. */
function cpuTimeOf(pattern: RegExp, text: string): number {
  Object.assign(context, { pattern, text })
  const start = process.cpuUsage()
  try {
    script.runInContext(context, { timeout: stoppedAfter })
  } catch (error) {
    // The error isn’t an Error of this context.
    if (typeof error === 'object' && error && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
      return stoppedAfter
    throw error
  }
  return process.cpuUsage(start).user / 1000
}

/** Lists what to repeat: every run of parts of a pattern, after nothing and after what must stand before it. */
function repetitionsOf({ source, flags }: Pattern): { before: string; part: string }[] {
  const tree = new RegExpParser().parsePattern(source, 0, source.length, flags.includes('u'))
  const known = [...new Set([...source.replace(/\\[a-z]/gi, ''), ...characters])]
  const found: { before: string; part: string }[] = []

  /** Texts that a part matches, apart from what its lookarounds demand. */
  function textsOf(node: AST.Element): string[] {
    switch (node.type) {
      case 'Character':
        return [String.fromCodePoint(node.value)]
      case 'CharacterSet':
      case 'CharacterClass': {
        const single = new RegExp(`^${node.raw}$`, flags.replace(/[gy]/g, ''))
        return known.filter((character) => single.test(character)).slice(0, variantsMax)
      }
      case 'Group':
      case 'CapturingGroup':
        return node.alternatives
          .flatMap(({ elements }) => variantsOf(partsOf(elements).map((part) => part.texts)).slice(0, variantsMax))
          .slice(0, 2 * variantsMax)
      case 'Quantifier':
        return textsOf(node.element).map((text) => text.repeat(Math.max(node.min, 1)))
      default:
        return ['']
    }
  }

  /** The parts of an alternative. Letters that follow each other are one part. */
  function partsOf(elements: AST.Element[]): { element: AST.Element; texts: string[] }[] {
    const parts: { element: AST.Element; texts: string[] }[] = []
    for (const element of elements) {
      const last = parts.at(-1)
      if (element.type === 'Character' && last?.element.type === 'Character')
        last.texts = [last.texts[0] + String.fromCodePoint(element.value)]
      else parts.push({ element, texts: textsOf(element) })
    }
    return parts
  }

  function visit(alternatives: AST.Alternative[], before: string): void {
    for (const { elements } of alternatives) {
      const parts = partsOf(elements)
      for (const [at, { element }] of parts.entries()) {
        const start =
          before +
          parts
            .slice(0, at)
            .map(({ texts }) => texts[0] ?? '')
            .join('')
        for (let end = at + 1; end <= Math.min(at + partsMax, parts.length); end++)
          for (const part of variantsOf(parts.slice(at, end).map(({ texts }) => texts)))
            found.push({ before: start, part }, { before: '', part })
        visitInside(element, start)
      }
    }
  }

  function visitInside(element: AST.Element, before: string): void {
    if (element.type === 'Quantifier') visitInside(element.element, before)
    else if (element.type === 'Group' || element.type === 'CapturingGroup' || element.type === 'Assertion')
      if ('alternatives' in element) visit(element.alternatives, before)
  }

  visit(tree.alternatives, '')
  return found
}

/** Joins the first text of each part, and once more for each other text of one of them. */
function variantsOf(parts: string[][]): string[] {
  const first = parts.map(([text = '']) => text)
  const others = parts.flatMap((texts, at) => texts.slice(1).map((text) => first.with(at, text).join('')))
  return [first.join(''), ...others]
}
