import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { privateInstallCommand } from '#features/catalogue/skill-rules.ts'
import { t } from '#lib/texts.ts'
import { SecretAddress } from '#ui/forms/secret-address.tsx'
import { Section } from '#ui/layout/section.tsx'
import { LoadFailure } from '#ui/lists/load-failure.tsx'
import { rich } from '#ui/rich.ts'
import { skillAddressQuery } from './skill-queries.ts'

/** The section of the settings where a member gets a secret address for programs that install skills. */
export function SkillAddressSection() {
  const { api } = useRouteContext({ from: '__root__' })
  const { data, error, refetch } = useQuery(skillAddressQuery(api))
  return (
    <Section title={t('Agent skills')} aside={t('Install skills as you, also from your private collections.')}>
      <div className="grid max-w-160 grid-cols-1 gap-3" aria-busy={!data && !error}>
        {error && !data && (
          <LoadFailure title={t('Your address could not be loaded')} error={error} onRetry={() => refetch()} />
        )}
        {data && (
          <SecretAddress
            label={t('Your private address of skills')}
            of={t('your skills')}
            createLabel={t('Create an address for skills')}
            since={data.since}
            create={async () => (await api('POST /api/user/skill-address')).url}
            revoke={() => api('DELETE /api/user/skill-address')}
            onChanged={() => refetch()}
          >
            {rich(
              'Install this site’s skills with {privateInstallCommand}, or a collection’s with {privateInstallCommand2}. With <code>ADDRESS/label/production</code>, you get the versions with this label. The setting keeps the program from sending your address to its maker.',
              {
                privateInstallCommand: <code>{privateInstallCommand('ADDRESS')}</code>,
                privateInstallCommand2: <code>{privateInstallCommand('ADDRESS/collection/…')}</code>,
                code: (text) => <code>{text}</code>,
              },
            )}
          </SecretAddress>
        )}
      </div>
    </Section>
  )
}
