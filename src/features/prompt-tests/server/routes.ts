import { papersOf } from '#features/catalogue/paper-rules.ts'
import { getPromptOrThrow } from '#features/catalogue/server/prompt-queries.ts'
import { fillableSegments } from '#features/variables/placeholder-rules.ts'
import { joinFilledParts } from '#features/variables/server/join-filled-parts.ts'
import { blanksOf, filledParts } from '#features/variables/variable-rules.ts'
import { type Actor, type Member, requireMember } from '#platform/actor.ts'
import { type Api, createApi } from '#platform/api.ts'
import type { Db } from '#platform/database/db.ts'
import { filePolicy } from '#platform/file-policy.ts'
import { streamEvents } from '#platform/work/event-stream.ts'
import { promptTestsContract as contract, type TestTrial, type TestTrialInput } from '../contract.ts'
import { promptfooYaml } from '../promptfoo-rules.ts'
import { caseLimit, trialLimit } from '../rules.ts'
import { addCase } from './add-case.ts'
import { readAcceptedCases } from './case-queries.ts'
import { acceptCase, changeCase, deleteCase } from './change-case.ts'
import { readTestResults, readTests } from './result-queries.ts'
import { tryChecksInTurn } from './run-checks.ts'
import { listRuns, readRun } from './run-queries.ts'
import { runTests } from './run-tests.ts'
import type { TestContext } from './test-context.ts'

/** Creates the endpoints of a prompt's tests. */
export function promptTestsRoutes(context: TestContext): Api {
  const api = createApi()
  const { db, now, limits } = context

  api.openapi(contract.getTests, async (c) => c.json(await readTests(db, c.get('actor'), c.req.valid('param').id), 200))
  api.openapi(contract.getTestResults, async (c) =>
    c.json(await readTestResults(db, c.get('actor'), c.req.valid('param').id), 200),
  )
  api.openapi(contract.getTestFile, async (c) => {
    const { name, text } = await readTestFile(db, c.get('actor'), c.req.valid('param').id)
    return c.body(text, 200, {
      'Content-Type': 'application/yaml; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}"`,
      'Content-Security-Policy': filePolicy,
    })
  })
  api.openapi(contract.addTestCase, async (c) => {
    const member = requireMember(c.get('actor'))
    await limits.take(caseLimit, member.id)
    return c.json(await addCase(db, member, c.req.valid('param').id, c.req.valid('json'), now()), 201)
  })
  api.openapi(contract.changeTestCase, async (c) => {
    const member = requireMember(c.get('actor'))
    await limits.take(caseLimit, member.id)
    return c.json(await changeCase(db, member, c.req.valid('param'), c.req.valid('json'), now()), 200)
  })
  api.openapi(contract.acceptTestCase, async (c) => {
    const member = requireMember(c.get('actor'))
    await limits.take(caseLimit, member.id)
    return c.json(await acceptCase(db, member, c.req.valid('param'), now()), 200)
  })
  api.openapi(contract.deleteTestCase, async (c) => {
    const member = requireMember(c.get('actor'))
    await limits.take(caseLimit, member.id)
    await deleteCase(db, member, c.req.valid('param'), now())
    return c.body(null, 204)
  })
  api.openapi(contract.tryTestCase, async (c) => {
    const member = requireMember(c.get('actor'))
    await limits.take(trialLimit, member.id)
    return c.json(await tryCase(db, member, c.req.valid('param').id, c.req.valid('json')), 200)
  })
  api.openapi(contract.runTests, async (c) => {
    const member = requireMember(c.get('actor'))
    const { id } = c.req.valid('param')
    const { 'idempotency-key': key } = c.req.valid('header')
    const input = c.req.valid('json')
    return streamEvents(c, context.streams, (disconnectSignal) =>
      runTests(context, member, { id, key, path: c.req.path, input, disconnectSignal }),
    )
  })
  api.openapi(contract.listTestRuns, async (c) =>
    c.json(await listRuns(db, c.get('actor'), c.req.valid('param').id, c.req.valid('query')), 200),
  )
  api.openapi(contract.getTestRun, async (c) => {
    const { case: caseIndex } = c.req.valid('query')
    return c.json(await readRun(db, c.get('actor'), { ...c.req.valid('param'), caseIndex }), 200)
  })
  return api
}

/**
 * Returns the accepted test cases of a prompt (id or slug) as a configuration file for promptfoo, a tool that tests
 * prompts, and the file's name. Throws AppError not_found.
 */
async function readTestFile(db: Db, actor: Actor, idOrSlug: string): Promise<{ name: string; text: string }> {
  const prompt = await getPromptOrThrow(db, actor, idOrSlug)
  const cases = await readAcceptedCases(db, prompt.id)
  const text = promptfooYaml({
    title: prompt.title,
    papers: papersOf(prompt),
    segments: fillableSegments(prompt.content),
    cases,
  })
  return { name: `${prompt.slug}.promptfoo.yaml`, text }
}

/**
 * Returns the text that models would get for a test case of a prompt (id or slug) or of `content`, the blanks without a
 * value or default (`missing`), and each check's error, or its outcome for a given answer. Asks no model and stores
 * nothing. Throws AppError not_found, validation_failed (the filled-in text is too long).
 */
async function tryCase(
  db: Db,
  member: Member,
  idOrSlug: string,
  { values, checks, answer, content }: TestTrialInput,
): Promise<TestTrial> {
  const prompt = await getPromptOrThrow(db, member, idOrSlug)
  const segments = fillableSegments(content ?? prompt.content)
  return {
    text: joinFilledParts(filledParts(segments, values)),
    missing: blanksOf(segments).flatMap(({ name, default: defaultText }) =>
      (Object.hasOwn(values, name) && values[name]) || defaultText ? [] : [name],
    ),
    checks: await tryChecksInTurn(checks, answer),
  }
}
