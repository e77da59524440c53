import { type Message, msg, translate } from '#lib/texts.ts'
/** The groups of the filter, with their labels. */
export const auditGroups = {
  Account: msg('Account'),
  Prompts: msg('Prompts'),
  Moderation: msg('Moderation'),
  Credits: msg('Credits'),
  Site: msg('Site'),
} as const
type AuditGroup = keyof typeof auditGroups

/** Maps each action's code to words that follow the actor's name. The groups are those of the filter. */
export const auditActions: Record<AuditGroup, Record<string, Message>> = {
  Account: {
    'account.register': msg('registered'),
    'account.login': msg('signed in'),
    'account.login-failed': msg('failed to sign in'),
    'account.verify-email': msg('confirmed an email address'),
    'account.password-change': msg('changed a password'),
    'account.password-reset': msg('reset a password'),
    'account.reset-link': msg('made a link to reset a password'),
    'account.second-factor-on': msg('turned two-step sign-in on'),
    'account.second-factor-off': msg('turned two-step sign-in off'),
    'account.recovery-codes': msg('made new recovery codes'),
    'account.passkey-add': msg('added a passkey'),
    'account.passkey-remove': msg('removed a passkey'),
    'account.connect': msg('connected an account at another site'),
    'account.disconnect': msg('disconnected an account at another site'),
    'account.token-create': msg('created an API token'),
    'account.token-revoke': msg('revoked an API token'),
    'account.app-connect': msg('connected an app'),
    'account.app-disconnect': msg('disconnected an app'),
    'account.delete': msg('deleted an account'),
    'account.role': msg('changed a role'),
    'account.ban': msg('banned a user'),
    'account.unban': msg('lifted a ban'),
    'account.undo': msg('undid everything an account did'),
    'account.clear-profile': msg('cleared a profile'),
    'account.remove-profile': msg('removed a profile'),
    'account.restore-profile': msg('restored a profile'),
  },
  Prompts: {
    'webhook.create': msg('made a webhook of the site'),
    'webhook.delete': msg('deleted a webhook of the site'),
    'prompt.publish': msg('published a prompt'),
    'prompt.audience': msg('changed which groups may read a prompt'),
    'prompt.approve': msg('approved a change for a group'),
    'prompt.return': msg('returned a change for a group'),
    'prompt.review': msg('confirmed a prompt of a group'),
    'prompt.retire': msg('took a prompt of a group out of use'),
    'prompt.owner': msg('changed who answers for a prompt'),
    'prompt.edit': msg('edited a prompt'),
    'prompt.delete': msg('deleted a prompt'),
    'prompt.restore': msg('restored a prompt'),
    'prompt.remove': msg('removed a prompt'),
    'prompt.forgive': msg('reversed the removal of a deleted prompt'),
    'prompt.label': msg('moved a label of a prompt'),
    'prompt.translation': msg('linked or unlinked a translation of a prompt'),
    'prompt.put-back': msg('undid an edit of a prompt'),
    'prompt.see-findings': msg('looked at what was found in a prompt'),
    'prompt.feature': msg('featured a prompt'),
    'prompt.unfeature': msg('stopped featuring a prompt'),
    'prompt.tests': msg('changed the test cases of a prompt'),
    'prompts.import': msg('imported prompts'),
    'prompts.ask-featured': msg('asked a model about the featured prompts'),
  },
  Moderation: {
    'report.dismiss': msg('dismissed a report'),
    'report.remove': msg('removed what was reported'),
    'report.ban': msg('banned the author of what was reported'),
    'report.reopen': msg('reopened a report'),
    'comment.approve': msg('approved a comment'),
    'comment.remove': msg('removed a comment'),
    'comments.close': msg('closed the comments'),
    'comments.open': msg('reopened the comments'),
    'example.approve': msg('approved an example'),
    'example.remove': msg('removed an example'),
    'example.restore': msg('restored an example'),
    'example.dismiss': msg('dismissed the reports about an example'),
    'collection.feature': msg('featured a collection'),
    'collection.unfeature': msg('stopped featuring a collection'),
    'collection.remove': msg('removed a collection'),
    'collection.restore': msg('restored a collection'),
    'comparison.withdraw': msg('took a comparison down'),
    'comparison.show': msg('restored a comparison'),
    'claim.request': msg('claimed an author’s name'),
    'claim.prove': msg('proved a claim to an author’s name'),
    'claim.approve': msg('approved a claim'),
    'claim.decline': msg('declined a claim'),
    'claim.revoke': msg('revoked a claim'),
    'claim.release': msg('gave up an author’s name'),
    'message.done': msg('marked a message as done'),
    'message.reopen': msg('reopened a message'),
  },
  Credits: {
    'credits.give': msg('gave credits'),
    'subscription.create': msg('subscribed to Premium'),
    'subscription.cancel': msg('canceled Premium'),
    'subscription.resume': msg('resumed Premium'),
    'subscription.refund': msg('refunded a payment'),
    'subscription.reinstate': msg('reversed a refund'),
  },
  Site: {
    'group.create': msg('created a group'),
    'group.change': msg('changed a group'),
    'group.delete': msg('deleted a group'),
    'group.export': msg('exported a group'),
    'group.import': msg('imported a file into a group'),
    'group.add': msg('added a person to a group'),
    'group.role': msg('changed a role in a group'),
    'group.remove': msg('removed a person from a group'),
    'invitation.create': msg('created an invitation'),
    'invitation.revoke': msg('revoked an invitation'),
    'tool.create': msg('added a tool'),
    'tool.change': msg('changed a tool'),
    'tool.delete': msg('deleted a tool'),
    'category.create': msg('added a category'),
    'category.change': msg('changed a category'),
    'category.delete': msg('deleted a category'),
    'models.test': msg('tested a model'),
    'models.end': msg('marked a model as ended'),
    'models.reopen': msg('no longer marked a model as ended'),
    'cache.clear': msg('cleared the page cache'),
    'demo.add': msg('added demo data'),
    'demo.remove': msg('removed demo data'),
  },
}

const names: Partial<Record<string, Message>> = Object.assign({}, ...Object.values(auditActions))

/** Returns an action in words, or its code if this file has no words for it. */
export function nameOfAction(action: string): string {
  const name = names[action]
  return name ? translate(name) : action
}

const idPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** What the names of details are called where the name alone wouldn’t continue the sentence. */
const detailNames: Record<string, string> = { role: 'to', before: 'previously' }

/**
 * Returns the details of an action as text, such as `token …206cb2d8, days 3`. Ids are shortened to their last 8
 * characters, which are enough to tell them apart.
 */
export function detailsInWords(details: Record<string, string | number | boolean | null>): string {
  return Object.entries(details)
    .map(
      ([name, value]) =>
        `${detailNames[name] ?? name} ${idPattern.test(String(value)) ? `…${String(value).slice(-8)}` : value}`,
    )
    .join(', ')
}
