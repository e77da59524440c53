import type { Actor } from './actor.ts'

/** What a captcha protects: registration, password reset, or the contact form. */
export type CaptchaUse = 'register' | 'reset' | 'contact'

export type Captcha = {
  /** Throws AppError captcha_failed unless `solution` is valid for this use and hasn't been used before. */
  check(solution: string | undefined, use: CaptchaUse, actor: Actor): Promise<void>
}

/** The captcha of CAPTCHA=off, which accepts every request. */
export const noCaptcha: Captcha = { check: async () => undefined }
