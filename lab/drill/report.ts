import type { Evidence } from './evidence.ts'
import type { SentRequest } from './traffic.ts'

/** The requests during a scenario. `secondsWithoutWrites`: the longest time without a successful write. */
export type Outcome = {
  name: string
  writes: number
  writesFailed: number
  secondsWithoutWrites: number
  pages: number
  pagesFailed: number
  slowestPageSeconds: number
}

/** Summarizes the requests that ended between two times of performance.now(), in ms. */
export function summarize(name: string, sent: SentRequest[], [from, to]: [number, number]): Outcome {
  const during = sent.filter(({ at }) => at >= from && at <= to)
  const [writes, pages] = [during.filter(({ kind }) => kind !== 'pages'), during.filter(({ kind }) => kind === 'pages')]
  const times = [from, ...writes.filter(({ ok }) => ok).map(({ at }) => at), to].sort((one, other) => one - other)
  const longest = Math.max(...times.slice(1).map((time, index) => time - (times[index] ?? time)))
  return {
    name,
    writes: writes.length,
    writesFailed: writes.filter(({ ok }) => !ok).length,
    secondsWithoutWrites: longest / 1000,
    pages: pages.length,
    pagesFailed: pages.filter(({ ok }) => !ok).length,
    slowestPageSeconds: Math.max(0, ...pages.map(({ tookMs }) => tookMs)) / 1000,
  }
}

const formatSeconds = (seconds: number) => `${seconds.toFixed(1)} s`

/** Formats the report in Markdown, as `docs/operations/scale.md` shows it. */
export function formatReport(outcomes: Outcome[], evidence: Evidence): string {
  const rows = outcomes.map(
    ({ name, writes, writesFailed, secondsWithoutWrites, pages, pagesFailed, slowestPageSeconds }) =>
      `| ${name} | ${writes} | ${writesFailed} | ${formatSeconds(secondsWithoutWrites)} | ${pages} | ${pagesFailed} | ${formatSeconds(slowestPageSeconds)} |`,
  )
  const kindRows = Object.entries(evidence).map(
    ([kind, { confirmed, lost, twice }]) => `| ${kind} | ${confirmed} | ${lost} | ${twice ?? '–'} |`,
  )
  return [
    '| what fails | writes sent | failed | longest time without writes | pages loaded | failed | slowest |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
    '',
    '| writes | confirmed | lost | stored twice |',
    '| --- | --- | --- | --- |',
    ...kindRows,
  ].join('\n')
}

/** The longest allowed time without a successful write, in seconds. */
const maxSecondsWithoutWrites = 15

/** Lists the problems that the drill found. The list is empty if there are none. */
export function findProblems(outcomes: Outcome[], evidence: Evidence): string[] {
  const slow = outcomes.filter(({ secondsWithoutWrites }) => secondsWithoutWrites > maxSecondsWithoutWrites)
  const withFailedPages = outcomes.filter(({ pagesFailed }) => pagesFailed > 0)
  return [
    ...slow.map(({ name, secondsWithoutWrites }) => `${name}: ${secondsWithoutWrites.toFixed(1)} s without writes`),
    ...withFailedPages.map(({ name, pagesFailed }) => `${name}: ${pagesFailed} pages failed`),
    ...findWrongWrites(evidence),
  ]
}

/** Lists the kinds of writes of which some are lost or happened twice, each with their numbers. */
export function findWrongWrites(evidence: Evidence): string[] {
  return Object.entries(evidence).flatMap(([kind, { lost, twice }]) =>
    lost + (twice ?? 0) > 0
      ? [`${kind}: ${lost} confirmed writes are lost${twice === null ? '' : `, ${twice} happened twice`}`]
      : [],
  )
}
