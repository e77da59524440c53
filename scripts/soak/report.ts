import type { Row } from '../../test/load/report.ts'
import { percentiles } from '../../test/load/report.ts'
import type { Failure } from './failures.ts'
import type { Run } from './run.ts'
import { type Sample, slopesOf } from './samples.ts'
import type { Done } from './traffic.ts'

const warmUpMs = 600_000
/** A slope over less time says nothing. */
const leastMs = 1_200_000
/** So many file descriptors more may be open at the end: programs and threads that start when first needed. */
const filesSlack = 16
/** Work in the background takes one now and then. */
const connectionsSlack = 2
const shown = 10

export type Report = { title: string; rows: Row[] }[]

/** A run as tables, and why it failed; no reasons if it passed. */
export function reportOf(run: Run): { tables: Report; reasons: string[] } {
  const outside = run.traffic.ended.filter((act) => isOutside(act, run.failures))
  // A busy machine turns requests away, and says so. That is no fault.
  const unexpected = outside.filter(({ kind, detail }) => kind === 'wrong' || !detail.startsWith('503 '))
  const reasons = [
    ...(run.endedEarly ? ['The product ended by itself.'] : []),
    ...run.laws.filter(({ faults }) => faults.length > 0).map(({ law, faults }) => `${law}: ${faults.join('; ')}`),
    ...unexpected.slice(0, shown).map(describe),
    ...(unexpected.length > shown ? [`${unexpected.length} acts failed outside of failures.`] : []),
    ...run.failures
      .filter(({ recoveryMs }) => recoveryMs === null)
      .map(({ kind }) => `It stayed unwell after: ${kind}`),
    ...leaks(run.before, run.after),
  ]
  return {
    reasons,
    tables: [
      { title: 'Soak', rows: summaryRows(run, outside, unexpected) },
      { title: 'What was done', rows: actRows(run.traffic.ended) },
      { title: 'What went wrong on purpose', rows: failureRows(run.failures) },
      {
        title: 'Laws',
        rows: run.laws.map(({ law, checked, faults }) => [law, `${checked}: ${faults.join('; ') || 'hold'}`]),
      },
    ],
  }
}

function isOutside({ kind, name, from, to }: Done, failures: Failure[]): boolean {
  if (kind === 'done' || kind === 'refused') return false
  const asksModels = name === 'compare' || name === 'generate'
  return !failures.some((failure) => (!failure.vendor || asksModels) && from < failure.to && to > failure.from)
}

const describe = ({ name, kind, detail, from }: Done) => `${new Date(from).toISOString()} ${name}: ${kind}, ${detail}`

function leaks(before: Sample, after: Sample): string[] {
  const files = after.files - before.files
  const connections = (after.connections ?? 0) - (before.connections ?? 0)
  return [
    ...(files > filesSlack ? [`${files} more open files than at the beginning`] : []),
    ...(connections > connectionsSlack
      ? [`${connections} more connections to the database than at the beginning`]
      : []),
  ]
}

function summaryRows(
  { options, startedAt, ms, traffic, before, after, samples, failures }: Run,
  outside: Done[],
  unexpected: Done[],
): Row[] {
  const total = ({ memory }: Sample) => Object.values(memory).reduce((sum, size) => sum + size, 0)
  const held = (sample: Sample) =>
    `${Math.round(total(sample))} MB, ${sample.files} files, ${sample.connections} connections`
  const peak = Math.max(...samples.map(total))
  const slopes = slopesOf(samples, warmUpMs, leastMs).map(
    ({ minutes, first, last, perHour }): Row => [
      `memory of a process over ${Math.round(minutes)} minutes`,
      `${first.toFixed(0)} to ${last.toFixed(0)} MB, ${perHour.toFixed(1)} MB an hour`,
    ],
  )
  return [
    ['began', startedAt.toISOString()],
    ['lasted', `${(ms / 60_000).toFixed(1)} minutes, ${options.perSecond} acts a second, seed ${options.seed}`],
    ['acts', `${traffic.ended.length}; ${traffic.leftOut()} left out because too many were under way`],
    ['failures injected', String(failures.length)],
    ['turned away with 503 outside of them', String(outside.length - unexpected.length)],
    ['failed otherwise outside of them', String(unexpected.length)],
    ['at rest, before', held(before)],
    ['at rest, after', held(after)],
    ['the most memory', `${Math.round(peak)} MB`],
    ...slopes,
  ]
}

function actRows(ended: Done[]): Row[] {
  return [...new Set(ended.map(({ name }) => name))].map((name) => {
    const acts = ended.filter((act) => act.name === name)
    const count = (kind: Done['kind']) => acts.filter((act) => act.kind === kind).length
    const { p50, p95 } = percentiles(acts.filter(({ kind }) => kind === 'done').map(({ from, to }) => to - from))
    const outcomes = `${count('done')} done, ${count('refused')} refused, ${count('away')} without an answer, ${count('wrong')} wrong`
    return [name, `${outcomes}; p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`]
  })
}

function failureRows(failures: Failure[]): Row[] {
  return [...new Set(failures.map(({ kind }) => kind))].map((kind) => {
    const those = failures.filter((failure) => failure.kind === kind)
    const seconds = those.map(({ awayMs }) => (awayMs / 1_000).toFixed(1)).join(', ')
    const longest = Math.max(...those.map(({ recoveryMs }) => recoveryMs ?? Number.POSITIVE_INFINITY))
    const ready = `ready at most ${(longest / 1_000).toFixed(1)} s after it was over`
    return [`${kind} (${those.length})`, `no writes for ${seconds} s; ${ready}`]
  })
}
