import type { Row } from '../load/report.ts'
import { percentiles } from '../load/report.ts'
import type { Failure } from './failures.ts'
import { type Measurement, slopesOf } from './measurements.ts'
import type { Run } from './run.ts'
import type { EndedAction } from './traffic.ts'

/** The first part of a process's life (in ms), in which the growth of its memory isn't counted. */
const warmUpMs = 600_000
/** The growth of memory over less time than this (in ms) isn't meaningful. */
const slopeMinMs = 1_200_000
/**
 * How many more file descriptors may be open at the end than at the beginning. Some programs and threads start only when
 * they are first needed, and open files.
 */
const filesSlack = 16
/**
 * How many more database connections may be open at the end than at the beginning. Background work opens some from time
 * to time.
 */
const connectionsSlack = 2
const actionsShown = 10

export type Table = { title: string; rows: Row[] }

/** Summarizes a run as tables, and lists the reasons why it failed. The list is empty if it passed. */
export function reportOf(run: Run): { tables: Table[]; reasons: string[] } {
  const outside = run.traffic.ended.filter((action) => failedOutside(action, run.failures))
  // If the machine is busy, the server may refuse requests with 503. That isn't a failure of the run.
  const unexpected = outside.filter(({ kind, detail }) => kind === 'wrong' || !detail.startsWith('503 '))
  const reasons = [
    ...(run.hasEndedEarly ? ['The product ended by itself.'] : []),
    ...run.invariants
      .filter(({ violations }) => violations.length > 0)
      .map(({ name, violations }) => `${name}: ${violations.join('; ')}`),
    ...unexpected.slice(0, actionsShown).map(describe),
    ...(unexpected.length > actionsShown ? [`${unexpected.length} actions failed outside of injected failures.`] : []),
    ...run.failures
      .filter(({ recoveryMs }) => recoveryMs === null)
      .map(({ kind }) => `The site didn’t recover after: ${kind}`),
    ...findLeaks(run.before, run.after),
  ]
  return {
    reasons,
    tables: [
      { title: 'Soak', rows: summaryRows(run, outside, unexpected) },
      { title: 'Actions', rows: actionRows(run.traffic.ended) },
      { title: 'Injected failures', rows: failureRows(run.failures) },
      {
        title: 'Invariants',
        rows: run.invariants.map(({ name, checked, violations }) => [
          name,
          `${checked}: ${violations.join('; ') || 'hold'}`,
        ]),
      },
    ],
  }
}

/** Tells whether an action failed at a time when no injected failure affected it. */
function failedOutside({ kind, name, from, to }: EndedAction, failures: Failure[]): boolean {
  if (kind === 'done' || kind === 'refused') return false
  const needsModels = name === 'compare' || name === 'generate'
  return !failures.some(
    (failure) => (!failure.affectsOnlyModels || needsModels) && from < failure.to && to > failure.from,
  )
}

const describe = ({ name, kind, detail, from }: EndedAction) =>
  `${new Date(from).toISOString()} ${name}: ${kind}, ${detail}`

function findLeaks(before: Measurement, after: Measurement): string[] {
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
  { options, startedAt, ms, traffic, before, after, measurements, failures }: Run,
  outside: EndedAction[],
  unexpected: EndedAction[],
): Row[] {
  const total = ({ memory }: Measurement) => Object.values(memory).reduce((sum, size) => sum + size, 0)
  const usage = (measurement: Measurement) =>
    `${Math.round(total(measurement))} MB, ${measurement.files} files, ${measurement.connections} connections`
  const peak = Math.max(...measurements.map(total))
  const slopes = slopesOf(measurements, warmUpMs, slopeMinMs).map(
    ({ minutes, first, last, perHour }): Row => [
      `memory of a process over ${Math.round(minutes)} minutes`,
      `${first.toFixed(0)} to ${last.toFixed(0)} MB, ${perHour.toFixed(1)} MB per hour`,
    ],
  )
  return [
    ['began', startedAt.toISOString()],
    ['duration', `${(ms / 60_000).toFixed(1)} minutes, ${options.perSecond} actions per second, seed ${options.seed}`],
    ['actions', `${traffic.ended.length}; ${traffic.skipped()} skipped because too many were running`],
    ['failures injected', String(failures.length)],
    ['refused with 503 outside of injected failures', String(outside.length - unexpected.length)],
    ['failed otherwise, outside of injected failures', String(unexpected.length)],
    ['idle, before', usage(before)],
    ['idle, after', usage(after)],
    ['peak memory', `${Math.round(peak)} MB`],
    ...slopes,
  ]
}

function actionRows(ended: EndedAction[]): Row[] {
  return [...new Set(ended.map(({ name }) => name))].map((name) => {
    const actions = ended.filter((action) => action.name === name)
    const count = (kind: EndedAction['kind']) => actions.filter((action) => action.kind === kind).length
    const { p50, p95 } = percentiles(actions.filter(({ kind }) => kind === 'done').map(({ from, to }) => to - from))
    const outcomes = `${count('done')} done, ${count('refused')} refused, ${count('unavailable')} unavailable, ${count('wrong')} wrong`
    return [name, `${outcomes}; p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`]
  })
}

function failureRows(failures: Failure[]): Row[] {
  return [...new Set(failures.map(({ kind }) => kind))].map((kind) => {
    const ofKind = failures.filter((failure) => failure.kind === kind)
    const seconds = ofKind.map(({ unavailableMs }) => (unavailableMs / 1_000).toFixed(1)).join(', ')
    const longest = Math.max(...ofKind.map(({ recoveryMs }) => recoveryMs ?? Number.POSITIVE_INFINITY))
    const ready = `ready at most ${(longest / 1_000).toFixed(1)} s after its end`
    return [`${kind} (${ofKind.length})`, `no writes for ${seconds} s; ${ready}`]
  })
}
