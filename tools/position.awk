# position.awk — a lab case that plays a journal up to an order, to write down which order is the best there:
#
#     awk -v order=48 -f tools/position.awk game.journal
#
# `sandtable analyse` prints the numbers of orders. What a journal says of dice becomes `dice` lines.

/^scenario / { scenario = $2 }
/^options ./ { options = substr($0, 8) }
/^begin/ {
    begun = 1
    printf "case \"%s, order %d\"\nlab %s%s\n", scenario, order, scenario, options
    next
}
!begun || /^@/ { next }
++count >= order { exit }
{
    at = index($0, " = ")
    if (at)
        printf "dice %s\n", substr($0, at + 3)
    printf "do \"%s\"\n", at ? substr($0, 1, at - 1) : $0
}
END { print "expect best \"\"" }
