import type { ThemeOptions } from '@orbita/domain/tenancy';

/**
 * Every colour of eight themes as the rules gave them, one column for each: a change of the look must be meant. The brands reach every rule:
 * dark red, light yellow, black, pastel, navy, a blue white is barely read on, grey, and a violet whose accent passes 360°.
 */
export const BRANDS: readonly (readonly [brand: string, options: ThemeOptions])[] = [
  ['#982439', { secondary: '#c59559', link: '#982439' }],
  ['#ffd400', {}],
  ['#14161a', {}],
  ['#f7c9d4', { secondary: '#3a1a00', link: '#ffe08a' }],
  ['#000080', {}],
  ['#0b84d6', { link: '#0b0b0b' }],
  ['#808080', {}],
  ['#8e24aa', {}],
];

export const LIGHT = `
page                                #fcf8f8 #faf9f6 #f9f9fa #fbf9f9 #f8f9fd #f7fafc #f9f9f9 #fbf8fb
surface                             #ffffff #ffffff #ffffff #ffffff #ffffff #ffffff #ffffff #ffffff
sunken                              #f6f0f0 #f3f2ed #f1f2f2 #f5f0f1 #eff2f7 #eef2f6 #f2f2f2 #f4f0f5
line                                #e6dbdb #e0ded5 #dddedf #e3dcdd #dadee6 #d8dfe6 #dedede #e1dce3
line-strong                         #928384 #8b877b #858687 #8e8487 #828793 #7e8791 #878787 #8c848f
ink                                 #281a1b #211e12 #1d1e1f #241b1d #191e29 #161f28 #1e1e1e #221b25
ink-2                               #5b4e4e #555146 #515152 #584f51 #4c525c #49515a #515151 #564e58
ink-3                               #726566 #6b685e #68696a #6f6668 #646972 #616971 #696969 #6d666f
brand-soft                          #fceeee #f6f2e5 #f1f2f2 #f5f0f1 #ecf2fe #eaf3fc #f2f2f2 #f7eefa
brand-line                          #f2cacc #e1d6ae #d5d6d7 #e0d2d5 #c3d6fc #bed9f4 #d6d6d6 #e8caf1
brand-ink                           #982439 #786200 #14161a #964d63 #000e77 #0068ac #656565 #86379d
link                                #982439 #786200 #14161a #856900 #000e77 #0b0b0b #656565 #86379d
focus                               #982439 #786200 #14161a #964d63 #000e77 #0068ac #656565 #86379d
action                              #982439 #ffd400 #14161a #925365 #000080 #0079c7 #757575 #8e24aa
on-action                           #ffffff #1a1606 #ffffff #ffffff #ffffff #ffffff #ffffff #ffffff
action-edge                         #982439 #a08400 #14161a #925365 #000080 #0079c7 #757575 #8e24aa
action-hover                        #89122d #ffe68d #1e2025 #844658 #00198f #006cb2 #686868 #800d9b
action-press                        #7b0023 #fff4cd #282a2e #783b4d #04299c #0060a0 #5d5d5d #72008b
panel                               #982439 #ffd400 #14161a #f7c9d4 #000080 #0079c7 #757575 #8e24aa
on-panel                            #ffffff #1a1606 #ffffff #1e1215 #ffffff #ffffff #ffffff #ffffff
accent                              #c59559 #84c47d #b3afb5 #3a1a00 #cb9ae8 #b7a1f5 #b1b1b1 #f190a5
success-soft                        #e3f8e8 #e3f8e8 #e3f8e8 #e3f8e8 #e3f8e8 #e3f8e8 #e3f8e8 #e3f8e8
success-line                        #ade0b9 #ade0b9 #ade0b9 #ade0b9 #ade0b9 #ade0b9 #ade0b9 #ade0b9
success-ink                         #1a763f #1a763f #1a763f #1a763f #1a763f #1a763f #1a763f #1a763f
warning-soft                        #ffefde #ffefde #ffefde #ffefde #ffefde #ffefde #ffefde #ffefde
warning-line                        #f2c99d #f2c99d #f2c99d #f2c99d #f2c99d #f2c99d #f2c99d #f2c99d
warning-ink                         #935a00 #935a00 #935a00 #935a00 #935a00 #935a00 #935a00 #935a00
danger-soft                         #ffedeb #ffedeb #ffedeb #ffedeb #ffedeb #ffedeb #ffedeb #ffedeb
danger-line                         #ffbfb6 #ffbfb6 #ffbfb6 #ffbfb6 #ffbfb6 #ffbfb6 #ffbfb6 #ffbfb6
danger-ink                          #c42a28 #c42a28 #c42a28 #c42a28 #c42a28 #c42a28 #c42a28 #c42a28
info-soft                           #e9f3ff #e9f3ff #e9f3ff #e9f3ff #e9f3ff #e9f3ff #e9f3ff #e9f3ff
info-line                           #b0d5ff #b0d5ff #b0d5ff #b0d5ff #b0d5ff #b0d5ff #b0d5ff #b0d5ff
info-ink                            #2368ae #2368ae #2368ae #2368ae #2368ae #2368ae #2368ae #2368ae
status-subscribed-soft              #eaf1ff #eaf1ff #eaf1ff #eaf1ff #eaf1ff #eaf1ff #eaf1ff #eaf1ff
status-subscribed-ink               #1d4ed8 #1d4ed8 #1d4ed8 #1d4ed8 #1d4ed8 #1d4ed8 #1d4ed8 #1d4ed8
status-scheduled-soft               #f1eeff #f1eeff #f1eeff #f1eeff #f1eeff #f1eeff #f1eeff #f1eeff
status-scheduled-ink                #6d28d9 #6d28d9 #6d28d9 #6d28d9 #6d28d9 #6d28d9 #6d28d9 #6d28d9
status-evaluated-soft               #e2f6f3 #e2f6f3 #e2f6f3 #e2f6f3 #e2f6f3 #e2f6f3 #e2f6f3 #e2f6f3
status-evaluated-ink                #0c756d #0c756d #0c756d #0c756d #0c756d #0c756d #0c756d #0c756d
status-terms-accepted-soft          #e2f5fc #e2f5fc #e2f5fc #e2f5fc #e2f5fc #e2f5fc #e2f5fc #e2f5fc
status-terms-accepted-ink           #05708c #08728e #08728e #05708c #08728e #08728e #08728e #05708c
status-documentation-pending-soft   #ffede3 #ffede3 #ffede3 #ffede3 #ffede3 #ffede3 #ffede3 #ffede3
status-documentation-pending-ink    #ab4c00 #ab4c00 #ab4c00 #ab4c00 #ab4c00 #ab4c00 #ab4c00 #ab4c00
status-enrollment-pending-soft      #ffece6 #ffece6 #ffece6 #ffece6 #ffece6 #ffece6 #ffece6 #ffece6
status-enrollment-pending-ink       #bb3a00 #bb3a00 #bb3a00 #bb3a00 #bb3a00 #bb3a00 #bb3a00 #bb3a00
status-enrolled-soft                #e2f8e5 #e2f8e5 #e2f8e5 #e2f8e5 #e2f8e5 #e2f8e5 #e2f8e5 #e2f8e5
status-enrolled-ink                 #047936 #047936 #047936 #047936 #047936 #047936 #047936 #047936
status-blacklisted-soft             #eef1f6 #eef1f6 #eef1f6 #eef1f6 #eef1f6 #eef1f6 #eef1f6 #eef1f6
status-blacklisted-ink              #1f2937 #1f2937 #1f2937 #1f2937 #1f2937 #1f2937 #1f2937 #1f2937
status-unqualified-soft             #ffece9 #ffece9 #ffece9 #ffece9 #ffece9 #ffece9 #ffece9 #ffece9
status-unqualified-ink              #b91c1c #b91c1c #b91c1c #b91c1c #b91c1c #b91c1c #b91c1c #b91c1c
status-neutral-soft                 #eef1f5 #eef1f5 #eef1f5 #eef1f5 #eef1f5 #eef1f5 #eef1f5 #eef1f5
status-neutral-ink                  #4b5563 #4b5563 #4b5563 #4b5563 #4b5563 #4b5563 #4b5563 #4b5563
`;

export const DARK = `
page                                #140e0e #11100b #101010 #120f10 #0e1014 #0d1014 #101010 #120f12
surface                             #1e1717 #1a1913 #181919 #1c1718 #16191e #14191e #191919 #1b171c
sunken                              #292021 #25231b #232324 #272123 #20232a #1e242a #232323 #262128
line                                #3f3334 #39372d #363737 #3c3436 #32373f #30383f #373737 #3a343c
line-strong                         #827374 #7a766b #777778 #7e7577 #727882 #6e7781 #767676 #7c747e
ink                                 #f4efef #f1f0ec #f0f0f0 #f3eff0 #eef0f4 #edf1f4 #f0f0f0 #f2eff3
ink-2                               #b8a9a9 #b1ada1 #adadae #b6abae #a9afba #a5afb8 #adadad #b3abb6
ink-3                               #998c8c #939085 #8f9091 #978e90 #8b909a #89929a #909090 #958e97
brand-soft                          #3a1f21 #2f280e #28282a #2f2528 #1e283d #172a3c #282828 #312236
brand-line                          #703b3f #5b4c0c #4c4d4f #5a474c #364c79 #265075 #4d4d4d #5f3e69
brand-ink                           #ea8089 #f4d66c #a2a5aa #ffc5d3 #7ba3f6 #5babf1 #a4a4a4 #c689d9
link                                #ea8089 #f4d66c #a2a5aa #ffe08a #7ba3f6 #a4a4a4 #a4a4a4 #c689d9
focus                               #ea8089 #f4d66c #a2a5aa #ffc5d3 #7ba3f6 #5babf1 #a4a4a4 #c689d9
action                              #b54050 #ffd400 #e7e8e8 #f7c9d4 #3060d5 #0079c7 #757575 #9e38bb
on-action                           #ffffff #1a1606 #151618 #1e1215 #ffffff #ffffff #ffffff #ffffff
action-edge                         #b54050 #ffd400 #e7e8e8 #f7c9d4 #3060d5 #0079c7 #757575 #9e38bb
action-hover                        #a63144 #ffe68d #f4f5f5 #ffdbe3 #2452c6 #006cb2 #686868 #9027ac
action-press                        #982439 #fff4cd #f4f5f5 #ffeef2 #1945b8 #0060a0 #5d5d5d #83159f
panel                               #4d141d #352a00 #292b30 #411f29 #152855 #002d50 #2b2b2b #3c1b46
on-panel                            #f9f3f4 #f6f5f1 #f5f5f5 #f8f4f5 #f3f5f9 #f2f6f9 #f5f5f5 #f7f4f8
accent                              #c59559 #84c47d #b3afb5 #be9578 #cb9ae8 #b7a1f5 #b1b1b1 #f190a5
success-soft                        #162e1d #162e1d #162e1d #162e1d #162e1d #162e1d #162e1d #162e1d
success-line                        #315e3e #315e3e #315e3e #315e3e #315e3e #315e3e #315e3e #315e3e
success-ink                         #78be8b #78be8b #78be8b #78be8b #78be8b #78be8b #78be8b #78be8b
warning-soft                        #36230e #36230e #36230e #36230e #36230e #36230e #36230e #36230e
warning-line                        #6d4a23 #6d4a23 #6d4a23 #6d4a23 #6d4a23 #6d4a23 #6d4a23 #6d4a23
warning-ink                         #d69e61 #d69e61 #d69e61 #d69e61 #d69e61 #d69e61 #d69e61 #d69e61
danger-soft                         #431814 #431814 #431814 #431814 #431814 #431814 #431814 #431814
danger-line                         #86342e #86342e #86342e #86342e #86342e #86342e #86342e #86342e
danger-ink                          #ff7f73 #ff7f73 #ff7f73 #ff7f73 #ff7f73 #ff7f73 #ff7f73 #ff7f73
info-soft                           #16293e #16293e #16293e #16293e #16293e #16293e #16293e #16293e
info-line                           #31557c #31557c #31557c #31557c #31557c #31557c #31557c #31557c
info-ink                            #76afef #76afef #76afef #76afef #76afef #76afef #76afef #76afef
status-subscribed-soft              #1b2948 #1b2948 #1b2948 #1b2948 #1b2948 #1b2948 #1b2948 #1b2948
status-subscribed-ink               #81a9fd #81a9fd #81a9fd #81a9fd #81a9fd #81a9fd #81a9fd #81a9fd
status-scheduled-soft               #2b2445 #2b2445 #2b2445 #2b2445 #2b2445 #2b2445 #2b2445 #2b2445
status-scheduled-ink                #ae9af5 #ae9af5 #ae9af5 #ae9af5 #ae9af5 #ae9af5 #ae9af5 #ae9af5
status-evaluated-soft               #182f2c #182f2c #182f2c #182f2c #182f2c #182f2c #182f2c #182f2c
status-evaluated-ink                #65bdb3 #65bdb3 #65bdb3 #65bdb3 #65bdb3 #65bdb3 #65bdb3 #65bdb3
status-terms-accepted-soft          #172e36 #172e36 #172e36 #172e36 #172e36 #172e36 #172e36 #172e36
status-terms-accepted-ink           #62b8d6 #62b8d6 #62b8d6 #62b8d6 #62b8d6 #62b8d6 #62b8d6 #62b8d6
status-documentation-pending-soft   #3e2213 #3e2213 #3e2213 #3e2213 #3e2213 #3e2213 #3e2213 #3e2213
status-documentation-pending-ink    #ec905d #ec905d #ec905d #ec905d #ec905d #ec905d #ec905d #ec905d
status-enrollment-pending-soft      #421e13 #421e13 #421e13 #421e13 #421e13 #421e13 #421e13 #421e13
status-enrollment-pending-ink       #f08c6c #f08c6c #f08c6c #f08c6c #f08c6c #f08c6c #f08c6c #f08c6c
status-enrolled-soft                #18311e #18311e #18311e #18311e #18311e #18311e #18311e #18311e
status-enrolled-ink                 #69c27e #69c27e #69c27e #69c27e #69c27e #69c27e #69c27e #69c27e
status-blacklisted-soft             #272a2f #272a2f #272a2f #272a2f #272a2f #272a2f #272a2f #272a2f
status-blacklisted-ink              #9facbe #9facbe #9facbe #9facbe #9facbe #9facbe #9facbe #9facbe
status-unqualified-soft             #431d19 #431d19 #431d19 #431d19 #431d19 #431d19 #431d19 #431d19
status-unqualified-ink              #f2897d #f2897d #f2897d #f2897d #f2897d #f2897d #f2897d #f2897d
status-neutral-soft                 #272a2f #272a2f #272a2f #272a2f #272a2f #272a2f #272a2f #272a2f
status-neutral-ink                  #a0acbc #a0acbc #a0acbc #a0acbc #a0acbc #a0acbc #a0acbc #a0acbc
`;
