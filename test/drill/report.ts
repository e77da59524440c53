import type { Evidence } from './evidence.ts'
import type { Sent } from './traffic.ts'

export type Outcome = {
  name: string
  requests: number
  failed: number
  withoutWrites: number
  pages: number
  pagesFailed: number
  slowestPage: number
}

/** Summarizes the requests of a scenario. Times in s. */
export function summarize(name: string, sent: Sent[], [from, to]: [number, number]): Outcome {
  const during = sent.filter(({ at }) => at >= from && at <= to)
  const [writes, pages] = [during.filter(({ kind }) => kind !== 'pages'), during.filter(({ kind }) => kind === 'pages')]
  const times = [from, ...writes.filter(({ ok }) => ok).map(({ at }) => at), to].sort((one, other) => one - other)
  const longest = Math.max(...times.slice(1).map((time, index) => time - (times[index] ?? time)))
  return {
    name,
    requests: writes.length,
    failed: writes.filter(({ ok }) => !ok).length,
    withoutWrites: longest / 1000,
    pages: pages.length,
    pagesFailed: pages.filter(({ ok }) => !ok).length,
    slowestPage: Math.max(0, ...pages.map(({ tookMs }) => tookMs)) / 1000,
  }
}

const inSeconds = (seconds: number) => `${seconds.toFixed(1)} s`

/** The report as Markdown, as in docs/operations.md. */
export function writeReport(outcomes: Outcome[], evidence: Evidence): string {
  const rows = outcomes.map(
    ({ name, requests, failed, withoutWrites, pages, pagesFailed, slowestPage }) =>
      `| ${name} | ${requests} | ${failed} | ${inSeconds(withoutWrites)} | ${pages} | ${pagesFailed} | ${inSeconds(slowestPage)} |`,
  )
  const kinds = Object.entries(evidence).map(
    ([kind, { confirmed, lost, twice }]) => `| ${kind} | ${confirmed} | ${lost} | ${twice} |`,
  )
  return [
    '| what fails | writes sent | failed | longest time without writes | pages loaded | failed | slowest |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
    '',
    '| writes | confirmed | lost | twice |',
    '| --- | --- | --- | --- |',
    ...kinds,
  ].join('\n')
}

/** The longest allowed time without writes, in s. */
const maxWithoutWrites = 15

/** The problems that a run has shown; empty if there are none. */
export function findProblems(outcomes: Outcome[], evidence: Evidence): string[] {
  const slow = outcomes.filter(({ withoutWrites }) => withoutWrites > maxWithoutWrites)
  const pageless = outcomes.filter(({ pagesFailed }) => pagesFailed > 0)
  return [
    ...slow.map(({ name, withoutWrites }) => `${name}: ${withoutWrites.toFixed(1)} s without writes`),
    ...pageless.map(({ name, pagesFailed }) => `${name}: ${pagesFailed} pages failed`),
    ...Object.entries(evidence).flatMap(([kind, { lost, twice }]) =>
      lost + twice > 0 ? [`${kind}: ${lost} confirmed writes are lost, ${twice} happened twice`] : [],
    ),
  ]
}
