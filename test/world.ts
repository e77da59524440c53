import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { importKeyOf, insertPrompts, type PromptDraft } from '#features/catalogue/server/insert-prompts.ts'
import { getPublishedPromptOrThrow } from '#features/catalogue/server/prompt-queries.ts'
import { insertTools, type ToolDraft } from '#features/tools/server/insert-tools.ts'
import { getToolOrThrow } from '#features/tools/server/tool-queries.ts'
import { createApp } from '#server/app.ts'
import { hooks } from '#server/hooks.ts'
import { describeApi } from '#server/openapi.ts'
import { siteAccountId } from '#server/platform/actor.ts'
import { type Db, inTransaction, openPool } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { createContractCheck } from './contract-check.ts'
import { run, within } from './postgres.ts'

export type World = Awaited<ReturnType<typeof createWorld>>

/** A suite's own database and app, with what it takes to fill them. Close it in afterAll. */
export async function createWorld(options: { now?: () => Date } = {}) {
  const { connection, template } = inject('postgres')
  const name = `promptarium_world_${randomBytes(6).toString('hex')}`
  await run(connection, `create database ${name} template ${template}`)
  const { db } = openPool(within(connection, name), () => undefined)
  const app = createApp({ db, now: options.now ?? (() => new Date()) })
  const check = createContractCheck(describeApi(app))
  return {
    db,
    app,
    connection: within(connection, name),
    /** An API answer: its status, its JSON, its headers. Throws when the answer doesn't fit the contract. */
    async request(path: string, init?: RequestInit) {
      const response = await app.request(path, init)
      const text = await response.text()
      const body = text ? JSON.parse(text) : undefined
      check(init?.method ?? 'GET', path, response.status, body)
      return { status: response.status, headers: response.headers, body }
    },
    addUser: (username: string) => addUser(db, username),
    addPrompt: (draft?: Partial<PromptDraft> & { category?: string }) => addPrompt(db, draft),
    addTool: (draft?: Partial<ToolDraft>) => addTool(db, draft),
    async close() {
      await db.destroy()
      await run(connection, `drop database ${name} with (force)`)
    },
  }
}

async function addUser(db: Db, username: string): Promise<string> {
  const id = newId()
  await db
    .insertInto('users')
    .values({
      id,
      name: username,
      email: `${username}@example.test`,
      username,
      display_username: username,
      image: null,
      ban_reason: null,
      ban_expires: null,
    })
    .execute()
  return id
}

let counter = 0

async function addPrompt(db: Db, { category = 'general', ...said }: Partial<PromptDraft> & { category?: string } = {}) {
  const { id: categoryId } = await db
    .selectFrom('categories')
    .select('id')
    .where('slug', '=', category)
    .executeTakeFirstOrThrow()
  const number = ++counter
  const draft: PromptDraft = {
    title: `Prompt number ${number}`,
    description: 'What it does, in a sentence.',
    content: `Do the thing number ${number} for {{reader}}.`,
    categoryId,
    userId: siteAccountId,
    credit: null,
    tags: [],
    models: [],
    licence: 'CC0-1.0',
    language: 'en',
    forkOf: null,
    status: 'published',
    featured: false,
    importKey: importKeyOf(`${number}`, ''),
    ...said,
  }
  const [inserted] = await inTransaction(db, (tx) => insertPrompts(tx, [draft], hooks.onPublished))
  if (!inserted) throw new Error('This prompt is there already.')
  return draft.status === 'published' ? getPublishedPromptOrThrow(db, inserted.id) : { ...inserted }
}

async function addTool(db: Db, said: Partial<ToolDraft> = {}) {
  const number = ++counter
  const draft: ToolDraft = {
    name: `Tool ${number}`,
    description: 'What it does, in a sentence.',
    type: 'text',
    featured: false,
    url: `https://tool-${number}.example/`,
    isFree: true,
    tags: [],
    category: 'general',
    ...said,
  }
  const [inserted] = await inTransaction(db, (tx) => insertTools(tx, [draft], hooks.onToolsAdded))
  if (!inserted) throw new Error('This tool is there already.')
  return getToolOrThrow(db, inserted.id)
}
