import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import type { ApiToken } from '#features/tokens/contract.ts'
import { LoadFailure } from '#ui/load-failure.tsx'
import { notify } from '#ui/notice.tsx'
import { SecretValue } from '#ui/secret-value.tsx'
import { Section } from '#ui/section.tsx'
import { TokenForm } from './token-form.tsx'
import { TokenList } from './token-list.tsx'
import { tokensQuery } from './token-queries.ts'

/** The member's API tokens: lists, makes and revokes them. */
export function TokensSection({ username }: { username: string }) {
  const { api } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  const { data: tokens, error, refetch } = useQuery(tokensQuery(api))
  const [making, setMaking] = useState(false)
  const [made, setMade] = useState<string | null>(null)
  const reload = () => queryClient.invalidateQueries({ queryKey: tokensQuery(api).queryKey })
  const revoke = async ({ id, name }: ApiToken) => {
    try {
      await api('DELETE /api/user/tokens/{id}', { params: { id } })
      notify({ title: 'Token revoked', text: name })
    } catch (error) {
      notify({ title: 'The token was not revoked', text: (error as Error).message, failed: true })
    }
    await reload()
  }
  return (
    <Section title="API tokens" aside="For programs that act for you: scripts, editors, chat clients.">
      <div className="grid max-w-160 grid-cols-1 gap-6" aria-busy={!tokens && !error}>
        {error && !tokens && (
          <LoadFailure title="Your tokens could not be loaded" error={error} onRetry={() => refetch()} />
        )}
        {made && <SecretValue label="Your new token" value={made} onClose={() => setMade(null)} />}
        {tokens?.length === 0 && <p>You have no tokens yet.</p>}
        {tokens && tokens.length > 0 && <TokenList tokens={tokens} onRevoke={revoke} />}
        {making ? (
          <TokenForm
            username={username}
            onMade={({ token }) => {
              setMade(token)
              setMaking(false)
              void reload()
            }}
            onCancel={() => setMaking(false)}
          />
        ) : (
          <button type="button" className="btn justify-self-start" onClick={() => setMaking(true)}>
            New token
          </button>
        )}
      </div>
    </Section>
  )
}
