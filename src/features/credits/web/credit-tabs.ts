/** The name of the channel between the tabs of this site. */
const channelName = 'credits'

/** Tells the other tabs about a change, until closed. */
export type CreditTabs = { notify: () => void; close: () => void }

/**
 * Connects this tab with the others that show credits: `onNotified` is called when one of them knows that the balance
 * has changed. The message holds no number, since tabs may receive two changes in the wrong order: a notified tab
 * asks the server. A tab in the background asks when it becomes visible. Without BroadcastChannel the regular refresh
 * remains.
 */
export function joinCreditTabs(onNotified: () => void): CreditTabs {
  const channel = openChannel()
  if (!channel) return { notify: () => {}, close: () => {} }
  const notifyWhenVisible = () => {
    if (document.visibilityState === 'hidden') return
    document.removeEventListener('visibilitychange', notifyWhenVisible)
    onNotified()
  }
  channel.onmessage = () => {
    // The same listener is added only once, however many messages arrive.
    document.addEventListener('visibilitychange', notifyWhenVisible)
    notifyWhenVisible()
  }
  return {
    notify: () => channel.postMessage(null),
    close: () => {
      document.removeEventListener('visibilitychange', notifyWhenVisible)
      channel.close()
    },
  }
}

/** Null in browsers that don't support broadcast channels, or block them together with storage. */
function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel(channelName)
  } catch {
    return null
  }
}
