import { t } from '#lib/texts.ts'
/** Who may create an account: everybody, people with an invitation, or nobody. */
export const registrationModes = ['open', 'invite', 'closed'] as const

export type RegistrationMode = (typeof registrationModes)[number]

export const invitationMissing = () =>
  t('You need an invitation to create an account here. Open your invitation link, or ask an admin for one.')
