import type { Actor } from './actor.ts'

/** What a captcha can be for: registration, password reset, the contact form, login, or the first grant of credits. */
export type CaptchaUse = 'register' | 'reset' | 'contact' | 'login' | 'grant'

export type Captcha = {
  /** Throws AppError captcha_failed unless `solution` is valid for this use and hasn't been used before. */
  check(solution: string | undefined, use: CaptchaUse, actor: Actor): Promise<void>
}

/** The captcha of CAPTCHA=off, which accepts every request. */
export const noCaptcha: Captcha = { check: async () => undefined }
