/** An error in Stripe's form: HTTP status, and the `error` of its body. */
export class SandboxError extends Error {
  readonly status: number
  readonly body: { error: { type: string; message: string; code?: string; decline_code?: string; param?: string } }

  constructor(
    status: number,
    type: string,
    message: string,
    details: { code?: string; decline_code?: string; param?: string } = {},
  ) {
    super(message)
    this.name = 'SandboxError'
    this.status = status
    this.body = { error: { type, message, ...details } }
  }
}

export function noSuchObject(id: string, param: string): SandboxError {
  return new SandboxError(404, 'invalid_request_error', `No such thing: '${id}'`, { code: 'resource_missing', param })
}

export function invalidRequest(message: string, param?: string): SandboxError {
  return new SandboxError(400, 'invalid_request_error', message, { param })
}

export function cardDeclined(): SandboxError {
  return new SandboxError(402, 'card_error', 'Your card was declined.', {
    code: 'card_declined',
    decline_code: 'generic_decline',
  })
}
