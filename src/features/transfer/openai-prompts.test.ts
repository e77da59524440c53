import { describe, expect, it } from 'vitest'
import { collect } from '#test/collect.ts'
import { rowsOfFile } from './file-rules.ts'
import { readRecord } from './import-rules.ts'
import { writeZip } from './server/write-zip.ts'

const message = (role: string, text: string) => ({ type: 'message', role, content: [{ type: 'input_text', text }] })
const stored = {
  id: 'pmpt_tea',
  object: 'prompt',
  version: '3',
  name: 'Tea for a guest',
  messages: [
    message('developer', 'You choose teas.'),
    message('user', 'Choose {{cups}} cups of {{kind}} for {{guest}}.'),
  ],
  variables: {
    guest: 'Ada',
    cups: 2,
    kind: { type: 'string', description: 'Which tea', enum: ['green', 'black'], default: 'green' },
  },
  model: 'gpt-5.1',
  temperature: 0.3,
  tools: [{ type: 'web_search' }],
}

async function importJson(value: unknown, name = 'prompts.json') {
  return importBytes(name, Buffer.from(JSON.stringify(value)))
}

async function importBytes(name: string, bytes: Uint8Array) {
  const rows = await collect(rowsOfFile(name, bytes))
  return rows.map((row) => {
    if ('problem' in row) return { problem: row.problem }
    const record = readRecord(row.fields, new Map())
    if ('refusal' in record) return { problem: record.refusal }
    const { title, content, variables } = record
    return { title, content, variables, notes: [...(row.notes ?? []), ...record.notes] }
  })
}

describe('a prompt that OpenAI stored', () => {
  it('is imported with its roles, and with blanks of the right kinds', async () => {
    const [prompt] = await importJson(stored)
    expect(prompt).toMatchObject({
      title: 'Tea for a guest',
      content: 'developer:\nYou choose teas.\n\nuser:\nChoose {{cups}} cups of {{kind}} for {{guest}}.',
    })
    expect(prompt?.variables).toMatchObject([
      { name: 'cups', kind: 'number', default: '2' },
      { name: 'kind', kind: 'choice', options: ['green', 'black'], default: 'green', help: 'Which tea' },
      { name: 'guest', default: 'Ada' },
    ])
  })

  it('says what is left out: id, version and the settings of the model', async () => {
    const [prompt] = await importJson(stored)
    expect(prompt?.notes).toEqual(['Left out: id (pmpt_tea), version (3), model (gpt-5.1), temperature (0.3), tools.'])
  })

  it.each([
    ['alone', (value: unknown) => value],
    ['in an array', (value: unknown) => [value]],
    ['in a list of the API', (value: unknown) => ({ object: 'list', data: [value], has_more: false })],
  ])('is the same %s', async (_where, wrap) => {
    expect(await importJson(wrap(stored))).toEqual(await importJson(stored))
  })

  it('is the same in a zip and on a line of JSONL', async () => {
    const text = JSON.stringify(stored)
    async function* files() {
      for (const name of ['a.json', 'folder/b.json'])
        yield { name, bytes: Buffer.from(text), modifiedAt: new Date('2026-01-01') }
    }
    const [prompt] = await importJson(stored)
    const rows = await importBytes('all.zip', Buffer.concat(await collect(writeZip(files()))))
    expect(rows).toMatchObject([{ content: prompt?.content }, { content: prompt?.content }])
    expect(await importBytes('all.jsonl', Buffer.from(`${text}\n${text}\n`))).toEqual([prompt, prompt])
  })

  it.each([
    [
      'a text with the names of its variables',
      { prompt_id: 'pmpt_a', version: 1, prompt: 'Sum up: {{text}}', variables: ['text'] },
      'Sum up: {{text}}',
    ],
    ['instructions', { id: 'pmpt_a', instructions: 'Sum up {{ the text }}.' }, 'Sum up {{the text}}.'],
    [
      'one message of plain text',
      { id: 'pmpt_a', messages: [{ role: 'system', content: 'Sum up {{it}}.' }] },
      'Sum up {{it}}.',
    ],
    [
      'an answer that used it',
      {
        object: 'response',
        id: 'resp_1',
        prompt: { id: 'pmpt_a', version: '1' },
        instructions: [message('developer', 'Sum up the text.')],
        output: [{ type: 'message' }],
      },
      'Sum up the text.',
    ],
    ['a chat with a name and no id', { name: 'Sum', messages: [message('user', 'Sum up {{it}}.')] }, 'Sum up {{it}}.'],
  ])('may be %s', async (_shape, value, content) => {
    expect(await importJson(value)).toMatchObject([{ content }])
  })

  it('is called by its first words if it has no name', async () => {
    const [prompt] = await importJson({
      id: 'pmpt_a',
      messages: [message('system', '# Role\nYou sum up.'), message('user', '{{text}}')],
    })
    expect(prompt?.title).toBe('Role')
  })

  it('keeps what only our syntax would take for a blank', async () => {
    const [prompt] = await importJson({ id: 'pmpt_a', prompt: 'Print ${name}, {{name:Eve}} and {{#if x}}.' })
    expect(prompt).toMatchObject({ content: 'Print ${name}, \\{{name:Eve}} and {{#if x}}.', variables: [] })
  })

  it('names variables that the text doesn’t use, and asks for files in words', async () => {
    const variables = { other: 'x', page: { type: 'input_file', file_id: 'file-1' } }
    const [prompt] = await importJson({ id: 'pmpt_a', prompt: 'Sum up {{page}}.', variables })
    expect(prompt?.variables).toMatchObject([{ name: 'page', default: null, help: 'A file' }])
    expect(prompt?.notes?.[0]).toBe('The variable “other” is left out. The text doesn’t use it.')
  })

  it.each([
    [
      { model: 'gpt-5.1', prompt: { id: 'pmpt_tea', version: '2', variables: { guest: 'Ada' } } },
      'It names the stored prompt pmpt_tea, but has no text. Add its messages.',
    ],
    [{ id: 'pmpt_a', prompt: 'Half a \0 text' }, 'It contains a NUL character. Remove it.'],
  ])('is refused with a reason: %j', async (value, problem) => {
    expect(await importJson(value)).toEqual([{ problem }])
  })

  it('isn’t found in conversations without a name, nor in other lists', async () => {
    const conversation = { messages: [{ role: 'user', content: 'Hello' }] }
    expect(await importJson([conversation])).toEqual([{ problem: 'Add a title (3 to 200 characters).' }])
  })

  it.each([
    { id: 'pmpt_a', messages: [null, 1, { role: 1, content: 'x' }, { role: 'user', content: [null, { text: 1 }] }] },
    { id: 'pmpt_a', prompt: { id: { toString: 1 } }, variables: [null, 3, {}] },
  ])('may be damaged: %j', async (value) => {
    expect(await importJson(value)).toEqual([{ problem: expect.stringContaining('has no text') }])
  })
})
