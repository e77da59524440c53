import type { Context } from 'hono'
import { hasRecentLogin, requireRecentLogin } from '#features/accounts/server/require-recent-login.ts'
import { t } from '#lib/texts.ts'
import { confirmationRequired, type Member, secondFactorRequired } from '#platform/actor.ts'
import { type Api, type ApiEnv, createApi } from '#platform/api.ts'
import { asAppError } from '#platform/as-app-error.ts'
import { hostOfClient, redirectKind } from '../client-rules.ts'
import { consentPath, requestedScopes } from '../rules.ts'
import { allowApp } from './allow-app.ts'
import { consentPage, messagePage, type OauthPage } from './consent-page.ts'
import { appNameOf } from './grant-queries.ts'
import { alreadySent, nodeOf, refuseLargeBody } from './node-response.ts'
import type { OauthContext } from './oauth-context.ts'
import type { AuthorizationServer } from './oidc-provider.ts'

type Ctx = Context<ApiEnv>

/**
 * Creates the page on which a member decides about an app's request. The request belongs to the browser in which the
 * app made it, by a cookie. Like every form of the site, the answer must come from a page of the site.
 */
export function consentRoutes(context: OauthContext, load: () => Promise<AuthorizationServer>): Api {
  const api = createApi()
  const path = `${consentPath}:request`

  /** Reads the app's request that belongs to this browser, or returns null. */
  const readRequest = async (c: Ctx) => {
    const { incoming, outgoing } = nodeOf(c)
    const { provider } = await load()
    const request = await provider.interactionDetails(incoming, outgoing).catch((error: Error) => {
      if (error.name === 'SessionNotFound') return null
      throw error
    })
    if (!request || request.uid !== c.req.param('request')) return null
    const { client_id: clientId, redirect_uri: redirectUri, resource, scope } = request.params
    const client = await context.db
      .selectFrom('oauthClients')
      .select(['clientId', 'metadata'])
      .where('clientId', '=', String(clientId))
      .executeTakeFirst()
    if (!client) return null
    return {
      clientId: client.clientId,
      name: appNameOf(client),
      host: hostOfClient(client.clientId),
      redirectUri: String(redirectUri),
      redirect: redirectKind(String(redirectUri)),
      resource: typeof resource === 'string' ? resource : null,
      scopes: requestedScopes(scope),
    }
  }
  type AppRequest = NonNullable<Awaited<ReturnType<typeof readRequest>>>

  const respond = (c: Ctx, { html, policy }: OauthPage, status: 200 | 400 | 403 = 200) => {
    c.header('Content-Security-Policy', policy)
    c.header('Cross-Origin-Opener-Policy', 'unsafe-none')
    c.header('X-Robots-Tag', 'noindex')
    return c.html(html, status)
  }
  const expired = (c: Ctx) =>
    respond(
      c,
      messagePage(
        t('This request has ended'),
        t('You have answered it, or it is too old. To connect the app, go back to it and start again.'),
        context,
      ),
      400,
    )
  const ask = async (c: Ctx, member: Member, request: AppRequest, problem?: string) => {
    const needsPassword = !(await hasRecentLogin(context, member))
    const page = consentPage({ ...request, account: member, needsPassword, problem }, context)
    return respond(c, page, problem ? 403 : 200)
  }
  const answer = async (c: Ctx, result: Record<string, unknown>) => {
    const { incoming, outgoing } = nodeOf(c)
    const { provider } = await load()
    await provider.interactionFinished(incoming, outgoing, result, { mergeWithLastSubmission: false })
    return alreadySent(c)
  }
  const signIn = (c: Ctx) => c.redirect(`/auth#return=${encodeURIComponent(c.req.path)}`, 303)

  api.get(path, async (c) => {
    const member = sessionMember(c)
    if (!member) return signIn(c)
    const first = member.mustSetUp ? secondFactorRequired() : member.mustConfirm ? confirmationRequired() : null
    if (first) return respond(c, messagePage(t('One more step first'), first.message, context), 403)
    const request = await readRequest(c)
    return request ? ask(c, member, request) : expired(c)
  })

  api.post(path, async (c) => {
    refuseLargeBody(c)
    const form = await c.req.parseBody()
    const request = await readRequest(c)
    if (!request) return expired(c)
    if (form.decision !== 'allow')
      return answer(c, { error: 'access_denied', error_description: 'The member denied access.' })
    const member = sessionMember(c)
    if (!member) return signIn(c)
    const { clientId, resource, scopes } = request
    if (resource === null)
      return answer(c, { error: 'invalid_target', error_description: 'Name one resource per request.' })
    // Somebody else may have signed in in another tab since the page was opened.
    if (form.account !== member.id)
      return ask(c, member, request, t('You are signed in to another account now. Check it, and answer again.'))
    try {
      await requireRecentLogin(context, member, form.password ? String(form.password) : undefined)
      const grantId = await allowApp(context, member, { clientId, resource, scopes })
      return await answer(c, { login: { accountId: member.id, remember: false }, consent: { grantId } })
    } catch (error) {
      const known = asAppError(error)
      if (known.status >= 500) throw error
      return ask(c, member, request, known.message)
    }
  })
  return api
}

/** The member who is signed in in this browser. API tokens don't count. */
function sessionMember(c: Ctx): Member | null {
  const actor = c.get('actor')
  return actor.kind === 'user' && !actor.token ? actor : null
}
