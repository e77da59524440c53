/**
 * How a vendor streams an answer, according to its public API reference as of 2026. These fakes prove only that we
 * implement the protocols as we understand them. With LIVE_AI=1, `adapters.test.ts` in `src/features/models` asks the
 * vendors themselves.
 */
export type Protocol = {
  /** Matches the path of a request, without the vendor's base address. A group, if any, matches the model's name. */
  path: RegExp
  /** What the vendor sends before the text. */
  begin(model: string): string[]
  /** What the vendor sends for a piece of the text. */
  delta(text: string): string
  /** What the vendor sends after the text. `length`: the answer has reached the maximum length. */
  end(tokens: { input: number; output: number }, reason: 'stop' | 'length'): string[]
  /** The body of an error response. */
  error(status: number, message: string): object
}

const namedEvent = (type: string, body: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...body })}\n\n`
const data = (body: object) => `data: ${JSON.stringify(body)}\n\n`

/** The Responses API of OpenAI. */
const responses: Protocol = {
  path: /^\/responses$/,
  begin: (model) => [
    namedEvent('response.created', { response: { id: 'resp_1', created_at: 1, model: `${model}-2026-01-01` } }),
    namedEvent('response.output_item.added', { output_index: 0, item: { type: 'message', id: 'msg_1' } }),
  ],
  delta: (delta) => namedEvent('response.output_text.delta', { item_id: 'msg_1', output_index: 0, delta }),
  end: ({ input, output }, reason) => [
    namedEvent('response.output_item.done', { output_index: 0, item: { type: 'message', id: 'msg_1' } }),
    namedEvent(reason === 'stop' ? 'response.completed' : 'response.incomplete', {
      response: {
        incomplete_details: reason === 'stop' ? null : { reason: 'max_output_tokens' },
        usage: { input_tokens: input, output_tokens: output },
      },
    }),
  ],
  error: (_, message) => ({ error: { message, type: 'invalid_request_error', param: null, code: null } }),
}

/** The Chat Completions API of OpenAI, which other vendors have adopted. */
const chat: Protocol = {
  path: /^\/chat\/completions$/,
  begin: (model) => [
    data({
      id: 'c1',
      created: 1,
      model: `${model}-2026-01-01`,
      choices: [{ index: 0, delta: { role: 'assistant', content: '' } }],
    }),
  ],
  delta: (content) => data({ id: 'c1', created: 1, model: 'm', choices: [{ index: 0, delta: { content } }] }),
  end: ({ input, output }, reason) => chatEnd({ input, output }, reason),
  error: (_, message) => ({ error: { message, type: 'invalid_request_error', param: null, code: null } }),
}

function chatEnd({ input, output }: { input: number; output: number }, reason: string, more: object = {}): string[] {
  const usage = { prompt_tokens: input, completion_tokens: output, total_tokens: input + output, ...more }
  return [
    data({ id: 'c1', created: 1, model: 'm', choices: [{ index: 0, delta: {}, finish_reason: reason }] }),
    data({ id: 'c1', created: 1, model: 'm', choices: [], usage }),
    'data: [DONE]\n\n',
  ]
}

/** The cost that OpenRouter reports for an answer, in US dollars. */
export const openRouterCost = 0.0123

/**
 * OpenRouter's protocol. It is like `chat`, but has a comment before the text, the cost in `usage`, and errors in
 * another form.
 */
const openRouter: Protocol = {
  ...chat,
  begin: (model) => [': OPENROUTER PROCESSING\n\n', ...chat.begin(model)],
  end: (tokens, reason) => chatEnd(tokens, reason, { cost: openRouterCost }),
  error: (code, message) => ({ error: { code, message } }),
}

/** The Messages API of Anthropic. */
const messages: Protocol = {
  path: /^\/messages$/,
  begin: (model) => [
    namedEvent('message_start', {
      message: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: `${model}-2026-01-01`,
        content: [],
        stop_reason: null,
        usage: { input_tokens: 12, output_tokens: 1 },
      },
    }),
    namedEvent('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
    namedEvent('ping', {}),
  ],
  delta: (text) => namedEvent('content_block_delta', { index: 0, delta: { type: 'text_delta', text } }),
  end: ({ output }, reason) => [
    namedEvent('content_block_stop', { index: 0 }),
    namedEvent('message_delta', {
      delta: { stop_reason: reason === 'stop' ? 'end_turn' : 'max_tokens', stop_sequence: null },
      usage: { output_tokens: output },
    }),
    namedEvent('message_stop', {}),
  ],
  error: (status, message) => ({
    type: 'error',
    error: { type: status === 429 ? 'rate_limit_error' : 'api_error', message },
  }),
}

/** The Gemini API of Google. */
const gemini: Protocol = {
  path: /^\/models\/([^/:]+):streamGenerateContent$/,
  begin: () => [],
  delta: (text) => data({ candidates: [{ content: { role: 'model', parts: [{ text }] }, index: 0 }] }),
  end: ({ input, output }, reason) => [
    data({
      candidates: [
        {
          content: { role: 'model', parts: [{ text: '' }] },
          finishReason: reason === 'stop' ? 'STOP' : 'MAX_TOKENS',
          index: 0,
        },
      ],
      usageMetadata: { promptTokenCount: input, candidatesTokenCount: output, totalTokenCount: input + output },
    }),
  ],
  error: (status, message) => ({ error: { code: status, message, status: 'INVALID_ARGUMENT' } }),
}

export const protocols = {
  openai: responses,
  anthropic: messages,
  google: gemini,
  deepseek: chat,
  meta: chat,
  openrouter: openRouter,
} as const
export type Vendor = keyof typeof protocols
