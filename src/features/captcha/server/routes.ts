import { type Api, createApi } from '#platform/api.ts'
import { captchaContract as contract } from '../contract.ts'
import type { SiteCaptcha } from './create-captcha.ts'

/** Creates the endpoint of the captcha. */
export function captchaRoutes({ captcha }: { captcha: SiteCaptcha }): Api {
  const api = createApi()
  api.openapi(contract.getCaptcha, async (c) => c.json(await captcha.offer(c.req.valid('query').use), 200))
  return api
}
