import { askLimits } from '#features/models/rules.ts'
import type { ChosenModel } from '#features/models/server/create-models.ts'
import { fillableSegments } from '#features/variables/placeholder-rules.ts'
import { joinFilledParts } from '#features/variables/server/join-filled-parts.ts'
import { filledParts } from '#features/variables/variable-rules.ts'
import { t } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import { AppError } from '#platform/errors.ts'
import type { StreamEvent } from '#platform/work/idempotency.table.ts'
import { testLimits } from '../rules.ts'
import { basisOf } from './case-queries.ts'
import type { RunCase } from './prompt-tests.table.ts'

/** The text and test cases of a run. `filledTexts` are the texts that models get, one for each test case. */
export type TestedPrompt = { promptId: string; content: string; cases: RunCase[]; filledTexts: string[]; basis: Buffer }

/** A run in progress. `payer` is null if the site pays. */
export type TestRunState = { id: string; promptId: string; payer: Member | null; prompt: TestedPrompt }

/**
 * One question of a run. `place` is its position in the run, and `casePlace` that of its test case, from 0. `round` is
 * the number of the repetition, from 1.
 */
export type TestQuestion = { place: number; casePlace: number; round: number; model: ChosenModel }

/**
 * Fills in the prompt for each test case. Throws AppError conflict (there are no test cases, or a text is too long for
 * models), validation_failed (a text is far too long).
 */
export function toTestedPrompt(promptId: string, content: string, cases: RunCase[]): TestedPrompt {
  if (cases.length === 0) throw new AppError('conflict', t('This prompt has no cases yet. Add one first.'))
  const segments = fillableSegments(content)
  const filledTexts = cases.map(({ values }) => joinFilledParts(filledParts(segments, values)))
  const longPlace = filledTexts.findIndex((text) => text.length > askLimits.promptMax)
  if (longPlace >= 0)
    throw new AppError(
      'conflict',
      t('The filled-in text of case {value} has {value2} characters. Models accept at most {promptMax}.', {
        value: longPlace + 1,
        value2: filledTexts[longPlace]?.length ?? 0,
        promptMax: askLimits.promptMax,
      }),
    )
  const runCases = cases.map(({ id, revision, reason, values, checks }) => ({ id, revision, reason, values, checks }))
  return { promptId, content, cases: runCases, filledTexts, basis: basisOf(content, cases) }
}

/** Returns all questions of a run, round by round, so that even a run that is stopped early tests many test cases. */
export function questionsOf(caseCount: number, models: ChosenModel[]): TestQuestion[] {
  const rounds = Array.from({ length: testLimits.rounds }, (_, round) => round + 1)
  const questions = rounds.flatMap((round) =>
    Array.from({ length: caseCount }, (_, casePlace) => models.map((model) => ({ casePlace, round, model }))).flat(),
  )
  return questions.map((question, place) => ({ place, ...question }))
}

/** Returns the id of the run that sent `events`, or null if they don't include its start. */
export function runIdIn(events: StreamEvent[]): string | null {
  const start = events.find(({ event }) => event === 'start')
  return start ? String(start.data.runId) : null
}

/** Returns the key of an answer's hold and ledger entry. */
export function opKeyOf(runId: string, place: number): string {
  return `test:${runId}:${place}`
}
