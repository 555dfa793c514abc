/// Something on a stage that is no sheet, and that a person may wave away all the same: a detail
/// session. Its dialogs are the stage's.
package struct StageGuest {
    /// Compared with the numbers of sheets: whatever came later is over what came before.
    var number = 0
    package var isGone: () -> Bool
    package var isBusy: () -> Bool
    /// It asks, or it goes.
    package var swipe: () throws(Refusal) -> Void
    /// Its own button for leaving.
    package var cancel: () throws(Refusal) -> Void

    package init(
        isGone: @escaping () -> Bool, isBusy: @escaping () -> Bool,
        swipe: @escaping () throws(Refusal) -> Void, cancel: @escaping () throws(Refusal) -> Void
    ) {
        self.isGone = isGone
        self.isBusy = isBusy
        self.swipe = swipe
        self.cancel = cancel
    }
}
