import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { privateInstallCommand } from '#features/catalogue/skill-command-rules.ts'
import { SecretAddress } from '#ui/forms/secret-address.tsx'
import { Section } from '#ui/layout/section.tsx'
import { LoadFailure } from '#ui/lists/load-failure.tsx'
import { skillAddressQuery } from './skill-queries.ts'

/** The section of the settings where a member gets a secret address for programs that install skills. */
export function SkillAddressSection() {
  const { api } = useRouteContext({ from: '__root__' })
  const { data, error, refetch } = useQuery(skillAddressQuery(api))
  return (
    <Section title="Agent skills" aside="Install skills as you, also from your private collections.">
      <div className="grid max-w-160 grid-cols-1 gap-3" aria-busy={!data && !error}>
        {error && !data && (
          <LoadFailure title="Your address could not be loaded" error={error} onRetry={() => refetch()} />
        )}
        {data && (
          <SecretAddress
            label="Your private address of skills"
            of="your skills"
            since={data.since}
            create={async () => (await api('POST /api/user/skill-address')).url}
            revoke={() => api('DELETE /api/user/skill-address')}
            onChanged={() => refetch()}
          >
            Install this site’s skills with <code>{privateInstallCommand('ADDRESS')}</code>, or a collection’s with{' '}
            <code>{privateInstallCommand('ADDRESS/collection/…')}</code>. With <code>ADDRESS/label/production</code>,
            you get the versions with this label. The setting keeps the program from sending your address to its maker.
          </SecretAddress>
        )}
      </div>
    </Section>
  )
}
