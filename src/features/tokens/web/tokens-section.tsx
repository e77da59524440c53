import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import type { ApiToken } from '#features/tokens/contract.ts'
import { t } from '#lib/texts.ts'
import { SecretList } from '#ui/forms/secret-list.tsx'
import { Section } from '#ui/layout/section.tsx'
import { notify } from '#ui/notice.tsx'
import { TokenForm } from './token-form.tsx'
import { TokenList } from './token-list.tsx'
import { tokensQuery } from './token-queries.ts'

/** The section of the settings where a member sees, creates and revokes API tokens. */
export function TokensSection({ username }: { username: string }) {
  const { api } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  const { data: tokens, error, refetch } = useQuery(tokensQuery(api))
  const reload = () => queryClient.invalidateQueries({ queryKey: tokensQuery(api).queryKey })
  const revoke = async ({ id, name }: ApiToken) => {
    try {
      await api('DELETE /api/user/tokens/{id}', { params: { id } })
      notify({ title: t('Token revoked'), text: name })
    } catch (error) {
      notify({ title: t('The token was not revoked'), text: (error as Error).message, isFailure: true })
    }
    await reload()
  }
  return (
    <Section
      title={t('API tokens')}
      aside={t('For programs that act for you and can’t ask you to sign in, such as scripts.')}
    >
      <SecretList
        items={tokens}
        error={error}
        onRetry={() => refetch()}
        texts={{
          failure: t('Your tokens could not be loaded'),
          empty: t('You have no tokens yet.'),
          value: t('Your new token'),
          create: t('New token'),
        }}
        list={(items) => <TokenList tokens={items} onRevoke={revoke} />}
        form={({ onCreated, onCancel }) => (
          <TokenForm
            username={username}
            onCreated={({ token }) => {
              onCreated(token)
              void reload()
            }}
            onCancel={onCancel}
          />
        )}
      />
    </Section>
  )
}
